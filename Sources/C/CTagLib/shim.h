/* TagLib is C++: TagShim alone includes its headers and exports C functions. */

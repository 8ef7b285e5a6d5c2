/// The words that leaked passwords consist of, in English, Polish and Spanish: names, endearments, teams, animals,
/// months, brands and commands. With the patterns of `PasswordGuess` they cover many thousands of passwords.
enum CommonWords {
    static let all = Set((text + " " + LeakedPasswords.text).split(whereSeparator: \.isWhitespace).map(String.init))

    private static let text = """
        password passwort passw0rd passwd pass pasword passphrase secret secrets private letmein letme welcome
        welcom hello hallo admin administrator adminadmin root toor user users username login logon signin
        guest test tester testing testtest demo sample example default change changeme changeit temp temporary
        initial master masterkey server computer internet website online network wireless router access system
        service support office company business manager security secure safety mypass mypassword newpassword
        oldpassword nopassword thepassword yourpassword whatever nothing something anything everything nobody
        somebody forever always never please thankyou thanks iloveyou iloveu iloveme ilove loveme loveyou
        lovely lover lovers loving love luv babygirl babyboy baby babe princess prince queen king angel angels
        devil heaven hell god godisgood jesus jesuschrist christ blessed bless faith hope grace trinity church
        bible amen spirit soul peace freedom liberty justice victory sunshine sunflower sunset sunny summer
        winter spring autumn january february march april may june july august september october november
        december monday tuesday wednesday thursday friday saturday sunday holiday christmas easter halloween
        birthday weekend vacation monkey dragon tiger lion panther leopard jaguar cheetah bear wolf fox eagle
        falcon hawk raven phoenix dolphin shark whale turtle rabbit bunny kitty kitten cat cats puppy dog dogs
        doggy horse pony cowboy chicken penguin butterfly spider scorpion snake viper cobra python elephant
        zebra panda koala buffalo bulldog tigers lions bears wolves football soccer baseball basketball hockey
        tennis golf golfer rugby cricket boxing karate wrestling swimming skater surfer surf fishing hunter
        hunting racing racer runner running player players coach team champion winner yankees cowboys steelers
        packers patriots eagles lakers bulls celtics redsox dodgers giants raiders broncos liverpool arsenal
        chelsea manchester united everton barcelona realmadrid madrid juventus milan inter bayern rangers
        celtic tottenham westham newcastle legia polonia wisla lech barca atletico michael jordan jennifer
        jessica ashley amanda daniel david joshua matthew andrew anthony robert thomas william james john
        joseph charles christopher christian nicholas alexander alex benjamin samuel jonathan justin brandon
        tyler austin dylan jason kevin steven stephen brian eric adam aaron kyle sean patrick richard george
        edward henry peter paul mark martin simon oliver oscar leo max harry jack charlie lucas jacob ethan
        mason logan michelle melissa nicole stephanie elizabeth danielle rachel rebecca samantha heather amber
        crystal tiffany brittany vanessa victoria veronica angela andrea maria mary anna annie emma emily
        olivia sophia isabella hannah sarah sara laura lauren megan natalie natasha alexandra alexis claire
        chloe charlotte lucy lily daisy rose ruby katie kate maggie molly lisa linda susan karen nancy sandra
        barbara patricia donna carol julia julie monica diana marek tomasz piotr pawel michal krzysztof
        andrzej marcin grzegorz lukasz kamil mateusz jakub kuba bartek wojtek adrian dawid damian sebastian
        rafal kasia basia asia ania ola zosia agnieszka magda monika karolina natalia dominika justyna ewelina
        aleksandra weronika klaudia patrycja paulina sylwia malgorzata katarzyna haslo haslohaslo mojehaslo
        tajne polska polska1 warszawa krakow gdansk wroclaw poznan lublin kochanie kochamcie kocham misiek
        misio skarb sloneczko slonko kwiatek matrix zaqwsx dupa dupadupa kurwa cholera samsung komputer
        contrasena contrasenia clave secreto hola amor teamo tequiero tequieromucho mivida micorazon corazon
        bonita hermosa princesa estrella mariposa familia amigos amistad felicidad mexico espana colombia
        argentina chile peru alejandro alejandra carlos jose juan luis miguel jorge fernando ricardo eduardo
        francisco antonio manuel pedro pablo diego javier sergio roberto mario daniela gabriela carolina
        valentina camila lucia carmen rosa pamela adriana mariana cristina marta elena irene angelica jesusito
        dios bendiciones qwerty qwertz azerty qwert qwer asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qweasd
        abc abcd abcdef abcdefg abcabc aaa xxx zzz onetwothree one two three four five six seven eight nine
        ten hundred thousand million number numbers starwars skywalker vader yoda jedi startrek batman
        superman spiderman ironman hulk wolverine joker marvel avengers pokemon pikachu naruto sasuke goku
        dragonball onepiece bleach zelda nintendo playstation xbox minecraft fortnite roblox warcraft
        worldofwarcraft starcraft diablo halo counterstrike callofduty gandalf frodo hobbit aragorn
        lordoftherings harrypotter hogwarts dumbledore hermione gryffindor slytherin neo terminator rambo
        rocky simpsons homer bart snoopy garfield mickey mouse mickeymouse minnie disney tigger winnie pooh
        bambi ferrari porsche mercedes bmw audi toyota honda nissan mazda subaru mustang corvette camaro chevy
        chevrolet ford dodge harley davidson yamaha suzuki kawasaki ducati jeep volvo volkswagen lamborghini
        google facebook youtube twitter instagram linkedin myspace yahoo hotmail gmail microsoft windows apple
        iphone ipad android nokia motorola sony dell lenovo intel oracle linux ubuntu debian cisco adobe
        amazon netflix spotify navidrome subsonic jellyfin rondo music musica muzyka song songs singer guitar
        piano drummer drums violin bass rockstar rocknroll metal metallica nirvana slipknot ironmaiden acdc
        beatles rollingstones pinkfloyd ledzeppelin greenday linkinpark eminem tupac rihanna beyonce shakira
        madonna elvis radio stereo concert london paris berlin newyork york chicago boston dallas houston
        texas florida california hollywood losangeles miami america american canada england ireland scotland
        australia germany france italy italia espanol brazil brasil russia moscow china japan tokyo india
        africa europe world earth banana orange lemon cherry strawberry peaches peach cookie cookies chocolate
        candy sugar honey pepper ginger cinnamon coffee cheese pizza butter bacon pancake cupcake muffin
        peanut coconut pumpkin potato silver golden gold diamond diamonds emerald sapphire pearl purple yellow
        green black white blue red pink blackie whitey rainbow thunder lightning storm shadow midnight
        moonlight moon star stars starlight galaxy universe cosmic planet mars venus jupiter saturn mercury
        pluto fire flame ice snow snowball snowman water ocean river mountain forest flower flowers garden
        tree island beach desert killer ninja pirate warrior soldier sniper assassin samurai knight wizard
        magic magical mystic merlin legend hero power powerful super superstar fantastic awesome amazing cool
        coolman beautiful pretty sexy hottie hot sweet sweetie sweetheart darling honeybun cutie cute happy
        smile smiley lucky luckyme funny crazy stupid idiot loser fuck fucker fuckyou fuckoff fucking shit
        bullshit bitch asshole bastard pussy dick cock porn sex money cash dollar rich bank bitcoin crypto
        boss chief captain president general doctor nurse teacher student school college university class
        family father mother mommy mom mama daddy dad papa brother sister friend friends bestfriend girl girls
        boy boys woman man wife husband son daughter grandma grandpa trustno trust noone opensesame sesame
        abracadabra open close enter exit start stop begin ending game games gamer gaming qwe asd zxc wsx edc
        rfv rock roll hammer hacker hacking hack cracker cyber digital data database mysql backup cloud mobile
        phone telephone camera television movie movies film actor blink vikings marine marines army navy
        airforce police cheer cheerleader dance dancer dancing ballet scooter scooby buster buddy maxwell
        bailey rusty sparky spike sammy sam duke smokey bubbles precious treasure pookie boomer bandit cooper
        tucker jasper toby tyson misty granted denied unlock lock locker keykey mykey house home homes
        homework kitchen
        """
}

/// The 3,000 most frequent leaked passwords and those of 12 characters and more among the first 30,000, without plain
/// numbers and the words of `CommonWords`, most frequent first. From the frequency list of zxcvbn 4.5 (MIT license),
/// which was counted over ten million leaked passwords.
enum LeakedPasswords {
    static let text = """
        abc123 qwertyuiop 1qaz2wsx 123qwe trustno1 fuckme ranger klaster biteme 1234qwer gfhjkm q1w2e3r4t5 maverick bigdog dakota
        marina nascar booboo gateway monster junior compaq iceman qwer1234 hardcore ncc1701 q1w2e3r4 nikita barney brandy chester
        bigdaddy badboy fender slayer bigdick marlboro casper jasmine iwantu panties adidas password1 ghbdtn 1q2w3e4r cocacola
        jordan23 winston madison blowme sexsex bigtits spanky sophie asdfasdf horny thx1138 blowjob liverpoo apples qwerty123
        abcd1234 123abc qazxsw 123456a qwaszx razz redskins gemini cameron qazwsxedc sierra viking booger butthead rocket dolphins
        helpme theman qwertyui shithead maddog metallic hotdog rosebud suckit success bond007 jackass scorpio samson q1w2e3 rush2112
        driver freddy 1q2w3e4r5t sydney gators dexter red123 123456q 12345a bubba creative voodoo trouble gunner asdfghjk apollo
        1qazxsw2 airborne beavis brooklyn godzilla skippy shelby beaver phantom asdasd xavier braves darkness blink182 copper
        platinum qweqwe tomcat bigboy animal voyager lifehack 12qwaszx fish blazer playboy hooters willow donkey topgun destiny
        pakistan sergey redwings explorer tits therock guinness lasvegas cassie christin qwerty1 asdf1234 andrey eclipse fluffy
        cartman michigan alexande birdie pantera vampire dickhead genius montana beer maximus flyers stalker doggie snickers speedy
        bronco lol123 paradise yankee horses magnum dreams lacrosse ou812 goober enigma qwertyu scotty pimpin bollocks poohbear
        genesis asd123 qweasdzxc hello1 hawaii eagle1 poopoo einstein boobies 12345q bitches drowssap simple badger alaska action
        jester spitfire maryjane diesel svetlana hotrod lucky1 westside badass shorty thumper hitman mozart zaq12wsx boobs reddog
        lizard a123456 123456789a ruslan 1232323q scarface qwerty12 a12345 buddha porno money1 stargate qwe123 12345qwert semperfi
        popcorn spooky marley cherokee rascal hummer michael1 patches passion cumshot vfhbyf vladimir sandman passport raider
        infinity assman bulldogs fantasy sucker horney domino budlight usuckballz1 softball brutus redrum bigred mnbvcxz fktrcfylh
        karina digger cougar fireman oksana cunt nigger wildcats tinker logitech swordfis avalon alexandr hentai pussy1 colorado
        connor galore smooth freeuser boogie titanic wolverin elizabet arizona valentin saints asdfg accord test123 password123
        yfnfif stinky slut spiderma naughty chopper hello123 ncc1701d extreme skyline poop zombie pearljam 123qweasd froggy vision
        fylhtq dreamer bullet predator empire 123123a kirill charlie1 panthers penis skipper nemesis rasdzv3 peekaboo rolltide
        cardinal psycho danger mookie happy1 wanker chevelle manutd goblue hobbes vegeta fyfcnfcbz picard loverboy vfrcbv bambam
        serega turkey tweety galina hiphop rooster taurus suckme polina electric avatar maksim raptor alpha1 hendrix newport bigcock
        a1b2c3 madmax alpha britney sublime darkside bigman wolfpack classic hercules ronaldo letmein1 1q2w3e blizzard 123456789q
        cheyenne cjkysirj tiger1 wombat bubba1 pandora zxc123 wildcat devils alabama caesar buddy1 bondage pussycat pickle shaggy
        catch22 leather chronic a1b2c3d4 qqq111 qaz123 airplane kodiak freepass billybob katana phpbb chocolat angel1 stingray
        firebird zeppelin detroit pontiac gundam panzer vagina outlaw redhead tarheels nastya hardon engineer dragon1 hellfire
        serenity fireball lickme darkstar mustang1 flash strike beauty pavilion bobafett dbrnjhbz bigmac bowling chris1 ytrewq
        natali pyramid rulez welcome1 apache whynot teens trooper fuckit defender packard weasel popeye lucifer cancer icecream
        swordfish presario viktor blonde james1 wutang pimp atlanta thailand casino lennon bluebird hawkeye theone catfish sailor
        goldfish nfnmzyf tattoo pervert barbie maxima nipples machine trucks wrangler rocks tornado lights cadillac bubble pegasus
        madman longhorn browns target eatme qazwsx123 dilbert christia baller lesbian shooter xfiles seattle qazqaz cthutq amateur
        prelude corona freaky malibu 123qweasdzxc atlantis integra pussies lonewolf dragons monkey1 unicorn software bobcat stealth
        peewee openup srinivas shotgun trigger veronika bruins coyote babydoll lestat rocky1 random wordpass sweety chipper woody
        devildog gizmo maddie soso123aljg mistress freedom1 flipper express hjvfirf moose cessna piglet polaris montreal wolfgang
        scully fatboy wicked balls tickle dfvgbh foobar transam pepsi fetish oicu812 basketba toshiba hotstuff booty gambit impala
        stephani jessica1 hooker lancer knicks shamrock fuckyou2 stinger redneck deftones squirt siemens blaster trucker renegade
        ibanez manson swinger reaper blondie mylove blahblah enterpri travel 1234abcd babylon5 indiana skeeter master1 ficken smoke
        bigone sweetpea fucked trfnthbyf marino escort smitty bigfoot babes larisa trumpet spartan valera babylon asdfghj yankees1
        bigboobs stormy mister hamlet aardvark butterfl marathon paladin cavalier indigo hornet buckeyes indians hesoyam toronto
        chiefs buckeye 1qaz2wsx3edc highland hotsex charger redman passwor maiden drpepper pornstar pencil sherlock timber thuglife
        insane jungle jesus1 1a2b3c hamster david1 triumph techno lollol pioneer catdog fktrctq morpheus pascal shadow1 wetpussy
        erotic consumer blabla justme stones chrissy spartak goforit burger pitbull adgjmptw colors kissme virgin overlord pebbles
        sundance racecar irina element zipper alpine basket goddess poison nipple sakura chichi huskers pussys q12345 ultimate
        ncc1701e nicola rommel matthew1 caserta omega geronimo sammy1 trojan 123qwe123 philips nugget tarzan chicks aleksandr
        bassman trixie portugal anakin dodger bomber superfly madness q1w2e3r4t5y6 123asd fatcat ybrbnf warlock wrinkle1 desire
        sexual seminole alejandr andrei concrete access14 weed letmein2 ladybug naked christop trombone tintin bluesky rhbcnbyf
        qazxswedc onelove cdtnkfyf whore vfvjxrf titans stallion truck hansolo blue22 smiles beagle panama kingkong flatron inferno
        mongoose connect poiuyt snatch qawsed juice rocker snakes turbo bluemoon sex4me finger jamaica a1234567 mulder beetle
        fuckyou1 passat immortal plastic anthony1 whiskey dietcoke suck spunky magic1 monitor cactus exigen ripper teen spyder
        apple1 nolimit hollywoo sluts sticky trunks pickles sailing bonehead ghbdtnbr delta charlott rubber molly1 yomama hongkong
        jumper william1 ilovesex faster unreal cumming memphis nylons legion sebastia shalom pentium geheim werewolf funtime ferret
        orion curious niners cantona sprite philly pirates abgrtyu lollipop eternity boeing super123 sweets cooldude tottenha green1
        jackoff stocking moomoo martini biscuit drizzt colt45 fossil makaveli snapper satan666 maniac salmon patriot verbatim nasty
        shasta asdzxc shaved blackcat raistlin qwerty12345 punkrock cjkywt waterloo crimson twister oxford musicman seinfeld biggie
        condor ravens megadeth wolfman cosmos sharks banshee keeper foxtrot gn56gn56 skywalke velvet black1 squirrel privet sunrise
        sucks legolas grendel ghost carrot frosty lvbnhbq blades stardust frog qazwsxed coolio brownie groovy twilight daytona
        vanhalen peanuts licker hershey jericho intrepid 1234567a zaq123 lobster goblin punisher strider shogun kansas amadeus
        seven7 jason1 neptune showtime muscle oldman ekaterina rfrfirf getsome showme obiwan skittles danni tanker maestro tarheel
        anubis hannibal anal newlife gothic fighter blue123 blues 123456z princes slick chaos thunder1 sabine 1q2w3e4r5t6y test1
        mirage clover tequila chelsea1 surfing delete chubby panasonic sandiego portland baggins fusion sooners blackdog buttons
        californ playtime mature 1a2b3c4d dagger dima stimpy asdf123 gangster warriors iverson chargers byteme swallow liquid lucky7
        dingdong nymets mushroom crusader bigguy dkflbvbh bugger nimrod tazman stranger newpass doodle powder gotcha guardian dublin
        slapshot septembe pepsi1 milano grizzly woody1 knights photos nookie charly rammstein scruffy munchkin poopie kittycat
        latino walnut thegame viper1 1passwor kolobok picasso robert1 barcelon bananas trance auburn coltrane eatshit goodluck
        wheels parrot postal blade wisdom gorilla katerina pass123 andrew1 shaney14 dumbass osiris fuck_inside oakland discover
        ranger1 spanking lonestar bingo meridian ping heather1 dookie stonecol megaman rjntyjr ledzep lowrider richard1 firefly
        griffey racerx paradox ghjcnj gangsta zaq1xsw2 tacobell weezer sirius halflife buffett shiloh vertigo sergei aliens sobaka
        keyboard kangaroo sinner soccer1 0.0.000 bonjour socrates chucky hotboy sprint sarah1 scarlet celica shazam formula1 sommer
        trebor qwerasdf mailcreated5240 bollox asshole1 fuckface honda1 rebels lexmark penguins ragnarok formula tempest vfhecz
        tacoma flames rockon duck prodigy wookie dodgeram mustangs 123qaz sithlord smoker bang incubus scoobydo oblivion molson
        kitkat titleist rescue zxcv1234 carpet bigballs tardis jimbob xanadu blueeyes shaman mersedes pooper pussy69 golfing hearts
        mallard kenwood patrick1 dogg cowboys1 123zxc nuttertools topper shemale sleepy gremlin yourmom gateway1 printer monkeys
        peterpan mikey kingston cooler analsex jimbo pa55word asterix freckles birdman frank1 defiant aussie stud blondes tatyana
        aspirine mariners jackal deadhead katrin anime rootbeer frogger polo scooter1 noodles thomas1 parola shaolin celine plymouth
        creampie justdoit ohyeah fatass assfuck 1234567q kisses magnus camel nopass bosco harley1 putter champs massive spidey
        lightnin camelot letsgo gizmodo aezakmi bones caliente goodtime raiders1 brucelee redalert aquarius catherin smokin astros
        roller porkchop qwert123 kevin1 a1s2d3f4 beckham atomic rusty1 vanilla qazwsxedcrfv hunter1 kaktus cxfcnmt blacky elvis1
        aggies blackjac bangkok scream 123321q iforgot power1 kasper abc12 buster1 slappy shitty veritas chevrole amber1 amsterdam
        jammer primus spectrum eduard granny horny1 sasha1 clancy usa123 satan diamond1 hitler avenger spankme 123456qwerty simba
        smudge scrappy labrador john316 syracuse front242 falcons husker candyman commando gator pacman delta1 pancho krishna fatman
        clitoris pineappl lesbians 8j4ye3uz barkley vulcan punkin boner monopoly flyboy romashka hamburg 123456aa lick gangbang
        area51 spartans aaa111 tricky snuggles drago homerun vectra homer1 hermes topcat cuddles infiniti 1234567890q cosworth goose
        phoenix1 killer1 ivanov bossman qawsedrf peugeot exigent doberman durango brandon1 plumber telefon horndog laguna rbhbkk
        dawg webmaster breeze beast porsche9 beefcake redbull oscar1 topdog godsmack theking pics omega1 speaker viktoria fuckers
        bowler starbuck gjkbyf valhalla anarchy blacks herbie kingpin starfish loveit achilles labtec ncc1701a fitness jordan1
        brando arsenal1 bull kicker napass sailboat bohica tractor hidden muppet jackson1 jimmy1 phillies pa55w0rd terror farside
        swingers legacy frontier butthole doughboy jrcfyf sabbath daniel1 nebraska homers qwertyuio azamat fallen agent007 striker
        camels iguana looker pinkfloy moloko qwerty123456 dannyboy luckydog pistol whocares charmed skiing select franky daniil
        vladik vette vfrcbvrf ihateyou nevada moneys vkontakte mandingo puppies zidane kotenok dilligaf budman bunghole zvezda
        triton golfball technics trojans laptop rookie aberdeen gustav jethro enterprise igor stripper filter hurrican rfnthbyf
        lespaul gizmo1 butch dthjybrf excalibu nofear momoney possum cutter oilers moocow gbpltw batman1 splash svetik super1 soleil
        bogdan melissa1 vipers tdutybq lancelot ccbill keystone flamingo firefox dogman vortex rebel noodle raven1 zaphod killme
        pokemon1 danila designer skinny kamikaze deadman gopher doobie warhammer deeznuts freaks engage chevy1 steve1 apollo13
        poncho hammers azsxdc dracula sassy bitch1 boots deskjet macdaddy mighty rangers1 manchest sterlin casey1 meatball mailman
        sinatra cthulhu summer1 bubbas cartoon bicycle eatpussy truelove sentinel tolkien breast capone lickit summit 123456k peter1
        daisy1 kitty1 123456789z crazy1 jamesbon texas1 sexygirl sonic billyboy redhot microsof microlab daddy1 rockets iloveyo
        fernand gordon24 danie cutlass star69 titties pantyhos thekid aikido gofish mayday 1234qwe coke anfield lansing smut scotch
        sexx catman hustler saun dfkthbz passwor1 jenny1 azsxdcfv cheers irish1 gabrie tinman orioles charlton fortuna airbus rustam
        xtreme bigmoney zxcasd retard grumpy huskies 4runner kelly1 ultima warlord fordf150 oranges rotten asdfjkl denali sultan
        bikini saratoga thor figaro sixers wildfire vladislav sparta mayhem greenbay chewie music1 number1 cancun fabie mellon
        poiuytrewq cloud9 crunch bigtime chicken1 piccolo bigbird billy1 mojo maradona sandro chester1 bizkit rjirfrgbde rightnow
        jasmine1 hyperion meatloaf armani rovers jarhead cruise dragoon utopia davids cosmo rfhbyf reebok charli giorgi sticks
        sayang pass1234 exodus anaconda zaqxsw illini woofwoof emily1 sandy1 packer poontang govols tomato beaner cooter creamy
        lionking happy123 albatros poodle kenworth dinosaur greens happyday eeyore tsunami cabbage holyshit turkey50 memorex chaser
        bogart orgasm tommy1 volley whisper knopka ericsson walleye pepper1 katie1 chickens tyler1 corrado twisted zorro clemson
        zxcasdqwe tootsie milana zenith fktrcfylhf shania frisco polniypizdec0211 crazybab junebug fugazi rereirf vfvekz sausage
        vfczyz koshka clapton justin1 anhyeuem condom fubar hardrock tundra cocks gringo canon vitalik aspire stocks samsung1
        applepie abc12345 arjay gandalf1 boob pillow sparkle gmoney rockhard lucky13 samiam everest hellyeah bigsexy skorpion rfrnec
        hedgehog australi candle slacker dicks voyeur jazzman america1 bobby1 br0d3r wolfie vfksirf 1qa2ws3ed fright yosemite fart
        barsik baddog deniska starship bootie milena hithere kume greatone dildo 50cent 0.0.0.000 albion amanda1 midget maxell
        football1 cyclone freeporn nikola bonsai kenshin slider balloon roadkill killbill jerkoff dinamo tekken rambler goliath
        malaka backdoor fiesta packers1 rastaman fletch sojdlg123aljg stefano artemis calico nyjets damnit robotech duchess rctybz
        hooter keywest hal9000 mechanic pingpong operator presto sword rasputin spank bristol faggot shado amsterda wibble carrera
        alibaba majestic ramses duster route66 trident clipper steeler wrestlin divine kipper gotohell kingfish snake1 passwords
        buttman pompey viagra zxcvbnm1 spurs slutty lineage2 oleg macross pooter brian1 qwert1 charles1 slave jokers yzerman swimmer
        ne1469 nwo4life solnce seamus lolipop pupsik moose1 ivanova secret1 matador love69 ktyjxrf subway cinder vermont pussie
        chico florian magick guiness allsop ghetto flash1 a123456789 typhoon dfkthf depeche skydive dammit seeker fuckthis crysis
        kcj9wx5n umbrella r2d2c3po 123123q snoopdog critter theboss ding splinter kinky cyclops jayhawk caramel qwer123 underdog
        caveman onlyme grapes feather hotshot fuckher renault george1 sex123 pippen floppy cunts megapass pornos usmc kickass great1
        quattro wassup helloo p0015123 nicole1 chivas shannon1 bullseye java fishes blackhaw jamesbond tunafish juggalo dkflbckfd
        dallas1 translator beanie alucard gfhjkm123 supersta magicman ashley1 cohiba xbox360 caligula facial dfktynbyf cobra1 cigars
        fang klingon bob123 safari looser deepthroat malina tazmania gonzo goalie jacob1 monaco cruiser misfit vh5150 tommyboy
        marino13 yousuck sharky vfhufhbnf horizon absolut brighton 123456r death1 kungfu maxx forfun mamapapa enter1 budweise banker
        getmoney kostya qazwsx12 bigbear vector fallout nudist gunners royals chainsaw scania trader blueboy walrus eastside kahuna
        qwerty1234 love123 steph cypress champ undertaker ybrjkfq europa snowboar sabres moneyman chrisbln minime nipper groucho
        viewsonic penthous wolf359 fabric flounder coolguy whitesox passme smegma skidoo thanatos fucku2 snapple dalejr mondeo
        thesims mybaby panasoni sinbad thecat topher sneakers q123456 z1x2c3 alfa chicago1 taylor1 ghjcnjnfr cat123 olivier titanium
        madison1 jabroni dang hambone intruder holly1 gargoyle sadie1 static poseidon studly newcastl sexxxx poppy johannes danzig
        beastie buckshot sunnyday adonis bluedog bonkers chrono compute spawn turbo1 smelly wapbbs goldstar ferrari1 quantum pisces
        boomboom gunnar test1234 florida1 nike superman1 multiplelo custom motherlode 1qwerty westwood usnavy apple123 daewoo korn
        sunflowe watcher dharma mouse1 assholes babyblue 123qwerty marius walmart snoop starfire tigger1 paintbal knickers aaliyah
        lokomotiv theend winston1 sapper rover erotica scanner zeus sexy69 doogie joshua1 newbie scott1 losers droopy outkast
        martin1 dodge1 wasser ufkbyf rjycnfynby thirteen 12345z hotred deejay hotpussy jessic philippe scout panther1 cubbies
        havefun magpie fghtkm avalanch newyork1 pudding leonid harry1 cbr600 audia4 bimmer fucku idontknow vfvfgfgf aleksey builder
        zerocool godfather mylife donuts allmine redfish sascha nitram bounce smokes 1x2zkg8w rodman stunner zxasqw12 hoosier hairy
        beretta insert 123456s rtyuehe francesc tights cheese1 micron quartz hockey1 gegcbr searay jewels bogey paintball celeron
        padres bing syncmaster ziggy simon1 beaches prissy diehard orange1 mittens queens biggles thongs southpark artur twinkle
        gretzky rabota cambiami monalisa gollum chuckles spike1 gladiator whisky spongebob sexy1 mazafaka meathead ou8122 barefoot
        12345678q cfitymrf bigass a1s2d3 kosmos blessing titty clevelan terrapin ginger1 johnboy maggot clarinet deeznutz stumpy
        stoney footbal traveler bucket snapon pianoman hawkeyes futbol casanova tango goodboy scuba honey1 sexyman warthog mustard
        abc1234 nickel meowmeow boricua prophet sauron 12qwas reefer andromeda crystal1 joker1 goofy loco lovesex triangle whatsup
        mellow bengals monster1 maste lover1 love1 123aaa sunshin smeghead hokies sting welder cerberus bunny1 rockford monke
        1q2w3e4r5 goldwing gabriell buzzard crjhgbjy james007 rainman groove tiberius purdue nokia6300 hayabusa shou jagger diver
        zigzag poochie usarmy phish redwood redwing salamander silver1 abcd123 sputnik boobie ripple eternal 12qw34er thegreat
        allstar slinky gesperrt mishka whiskers pinhead overkill sweet1 rhfcjnrf montgom240 sersolution jamie1 starman proxy swords
        nikolay bacardi rasta badgirl rebecca1 wildman penny1 spaceman logan1 hacked bulldog1 helmet windsor buffy1 runescape
        trapper banane dbrnjh ripken 12345qwe frisky shun fester oasis ib6ub9 cicero kool thedog megatron illusion edward1 napster
        squash roadking woohoo hoosiers tracker bagira midway leavemealone br549 menace rachel1 feng laser stoned balloons
        tinkerbell maria1 pobeda heineken sonics optimus comet orchid jaybird kashmir 12345678a chuang chunky mortgage rulezzz
        saleen chuckie zippy fishing1 gsxr750 doghouse maxim reader shai buddah benfica chou salomon meister eraser blackbir bigmike
        starter pissing angus deluxe eagles1 hardcock mian seahawks godfathe bookworm gregor talisman blackjack babyface hawaiian
        dogfood zhong sancho ludmila medusa mortimer roadrunn just4me stalin handyman alphabet pizzas calgary clouds password2
        cgfhnfr f**k cubswin gong lexus max123 xxx123 digital1 gfhjkm1 missy1 michae beautifu gator1 gfhjkmgfhjkm qazwsxedc123
        ghjcnjgfhjkm sonyericsson zxcasdqwe123 ghhh47hj7649 123456789qwe 1qazxsw23edc masterbating qwerasdfzxcv qweasdzxc123
        flvbybcnhfnjh finalfantasy ghbdtnrfrltkf websolutions chickenwing101 1qaz2wsx3edc4rfv justinbieber contortionist
        masturbation pornographic newproject2004 needforspeed businessbabe masterbaiting maurolarastefy domainlock2005
        momsanaladventure dkflbvbhjdbx hd764nw5d7e1vb1 qazwsxedcrfvtgb dkflbvbhjdyf zaq1xsw2cde3 vfvfvskfhfve ghjcnjghjcnj
        fkmnthyfnbdf 123456789abc admin18533362 23176djivanfros 123456789qwerty qazxswedcvfr qwertyasdfgh 1111111111zz whosyourdaddy
        fktrcfylhjdyf fktrcfylhjdbx 123456789qaz password1234 ghbdtnghbdtn lost4815162342 vanyarespekt combat123654 qwerty123456789
        devilmaycry4 iseedeadpeople 89231243658s 123456789qqq jamesbond007 4815162342lost 123123qweqwe qwertyytrewq 1234567890qw
        1234qwerasdf 123qwe456rty asdfghjkl123 ghjcnjrdfibyj qwertyuiop123 saun24865709 q1w2e3r4t5y6u7 1qa2ws3ed4rf 123456789zxc
        polniypizdec110211 ptybnxtvgbjy fucktheworld mevefalkcakk playstation3 q1w2e3r4t5y6u7i8 zqjphsyf6ctifgu 1234567890qwe
        hedimaptfcor lhbjkjubz2957704 andrewjackie networkingpe 12qw34er56ty 1qazxsw23edcvfr4 christopher1 ingodwetrust installdevic
        digitalprodu minecraft123 boy4u2ownnyc peanutbutter an83546921an13 1234567890zzz olcrackmaster abc123456789 auckland2010
        residentevil qawsedrftgyh 123321qweewq 32615948worms nemvxyheqdd5oqxyxyzi avrillavigne fuckyoubitch massimiliano
        41d8cd98f00b nhfdvfnjkju123 gjkysqgbpltw temppassword ticketmaster 01telemike01 p030710p$e4o stratocaster punksnotdead
        playstation2 fynfyfyfhbde ghjcnjqgfhjkm nightcrawler installsqlst frederiksberg 1234567890qaz 1a2s3d4f5g6h sanfrancisco
        89876065093rax ghjcnjgbpltw 1234567qwertyu 1234qwerasdfzxcv lytghjgtnhjdcr schoolgirlie zaqwsxcderfv iloveboobies
        seemnemaailm nhecsyfujkjdt qwaszxerdfcv antananarivu vfrcbvvfrcbv greenlantern q1w2e3r4t5y6u7i8o9p0 passwordstandard
        corperfmonsy maprchem56458 warhammer40k 1234567890qwerty morganstanley cjdthitycndj bltynbabrfwbz stinkyfinger qwertyuiop10
        qazxswedc123 iampurehaha2 zxcvbn123456 gtnhjpfdjlcr 59382113kevinp bpgjldsgjldthnf rfnthbyf1988 1qa2ws3ed4rf5tg
        qwertyuiop12345 nhfycajhvths msorcloledbr stickdaddy77 vfhbyfvfhbyf asdfgh123456 123456789asd specialinsta michaeljackson
        webuivalidat ilovemyfamily weihnachtsbau qaz123wsx456 123456789qwer systemofadown vladimirovna amadeusptfcor
        zxcvbnm123456789 websolutionssu mortalkombat paraklast1974 minnesota_hp nondriversig 123qwerty123 a1s2d3f4g5h6
        z1x2c3v4b5n6m7 ghjnbdjcnjzybt thecakeisalie fktrcfylhjdf qwertyuiop12 ontheoutside zcfvfzkexifz sonnenschein wazzkaprivet
        xxxp455w0rd5 qwertasdfgzxcvb weihnachtsbaum
        """
}

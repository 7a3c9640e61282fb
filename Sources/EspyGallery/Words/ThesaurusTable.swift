/// Everyday words for what photos show, in base form. Each line lists for its first word other names (`=`), things
/// often found with it (`~`), or its kinds (`>`).
enum ThesaurusTable {
    static let lines = [
        animals, plants, landscape, weather, people, food, vehicles, buildings, things, pictures, kinds,
    ].joined(separator: "\n")

    /// The kinds of classifiers, below everyday words.
    private static let kinds = """
        orange = orange fruit
        corn > ear of corn, corn cob
        apple > granny smith apple
        potato > mashed potato
        hamburger > cheeseburger
        pasta > carbonara
        spaghetti > carbonara
        soup > consomme, hot pot
        pie > potpie
        wine > red wine
        coffee > espresso
        coffee ~ coffee mug, coffeepot, espresso maker
        tea ~ teapot
        dinner > plate of food
        lunch > plate of food
        drink > red wine, eggnog, cocktail
        dress > gown, kimono, sarong
        skirt > miniskirt, overskirt, hoopskirt, sarong
        shirt > t-shirt, sweatshirt, jersey
        t-shirt = tee, jersey
        sweater = pullover, jumper
        sweater > sweatshirt, cardigan
        hoodie > sweatshirt
        jacket > trench coat, fur coat, suit, lab coat, parka, anorak, blazer, outwear
        coat > trench coat, fur coat, lab coat, cloak, poncho
        suit > tie, windsor tie, tuxedo
        tie > windsor tie, bow tie, bolo tie
        trousers > jeans
        shorts > swimming trunks
        swimsuit > maillot, one-piece swimsuit, bikini, swimming trunks
        underwear > brassiere
        scarf > stole scarf, feather boa
        glove > mitten, baseball glove
        shoe > running shoe, loafer shoe, clog shoe, cowboy boot, sandal
        sneaker = running shoe, trainer
        sneaker > running shoe
        loafer > loafer shoe
        clog > clog shoe
        boot > cowboy boot
        hat > cowboy hat, bearskin hat, mortarboard
        helmet > crash helmet, football helmet, pickelhaube
        uniform > military uniform, academic gown
        bag > handbag, backpack, plastic bag, mailbag, sleeping bag, purse, shopping basket
        handbag = purse
        glass > goblet, wine glass, beer glass
        glasses > sunglasses, sunglass lens
        cup > goblet, measuring cup, espresso
        mug > coffee mug
        bowl > mixing bowl, soup bowl
        pot > crock pot, dutch oven, cauldron, coffeepot, teapot, flowerpot, hot pot
        pan > frying pan, wok
        jug = pitcher
        jug > water jug, whiskey jug
        plate > plate of food, tray
        knife > cleaver, letter opener
        spoon > wooden spoon, ladle
        dish = plate
        jar > beaker, milk can
        kitchenware = cutlery, cookware, utensil
        vase > flowerpot
        bucket = pail
        sofa > couch
        chair > barber chair, throne, park bench
        table > desk, dining table, pool table, coffee table
        cupboard > china cabinet, chiffonier, wardrobe, medicine chest, filing cabinet, chest
        wardrobe = closet
        shelf > bookcase
        bed > four-poster, crib, cradle, bassinet
        curtain > shower curtain, theater curtain, window shade
        blanket > quilt
        lamp > spotlight, torch, table lamp, lampshade
        clock > digital clock, wall clock, analog clock, sundial, hourglass, stopwatch
        monitor > computer screen
        keyboard > typewriter keyboard
        mouse > computer mouse
        phone > mobile phone, dial telephone, pay phone
        speaker > loudspeaker
        camera > reflex camera, polaroid camera
        radio > tape player, cassette player
        oven > stove, microwave, toaster, rotisserie
        stove = cooker
        fridge = refrigerator
        refrigerator = fridge
        laptop > notebook computer
        tool > chain saw, hatchet, shovel, plow, plunger, power drill, carpenter's plane, screw, nail, axe
        saw > chain saw
        axe = hatchet
        drill > power drill
        broom = mop
        scale > weighing scale
        pen > ballpoint, fountain pen, quill
        brush > paintbrush
        rope > knot
        lock > combination lock, padlock
        gun > revolver, rifle, assault rifle
        weapon > gun, cannon, missile
        makeup > lipstick, face powder, lotion
        medicine > pill bottle, syringe, band aid
        pill > pill bottle
        sign > street sign
        sign ~ traffic light
        fence > chainlink fence, picket fence, worm fence, stone wall
        wall > stone wall
        roof > tile roof, thatch, dome
        tower > water tower, bell cote, obelisk
        mill > lumbermill
        shop > bakery, bookshop, grocery store, candy store, shoe shop, toyshop, tobacco shop, butcher shop, barbershop
        car > convertible car, station wagon, vintage car, go-kart, golf cart, car wheel, car mirror, grille
        truck > pickup truck, police van, half track
        van > moving van, police van, minivan, camper van
        camper = camper van
        train > electric locomotive, railway carriage
        boat > ocean liner, schooner, yawl, trimaran, pirate ship, shipwreck, submarine, paddle
        ship > ocean liner, container ship, aircraft carrier, pirate ship, schooner
        airplane > warplane, airplane wing
        bicycle > unicycle, tricycle
        tractor > harvester, thresher, plow
        wheel > car wheel, paddlewheel, potter's wheel
        sea > coral reef, promontory, breakwater, sandbar
        pier = jetty
        pier ~ dock
        rock > cliff, megalith, stone wall
        mushroom > agaric, bolete, gyromitra, stinkhorn, earthstar, coral fungus
        flower > rapeseed, lady's slipper orchid
        orchid > lady's slipper orchid
        parrot > macaw, lorikeet, african grey, cockatoo
        duck > mallard, drake, merganser
        dog > toy dog, hunting dog
        snake > python, cobra, viper, rattlesnake, boa constrictor, mamba
        turtle > terrapin, tortoise, loggerhead, leatherback
        shellfish > crab, lobster, crayfish
        beetle > ladybug, weevil
        player > baseball player
        groom > bridegroom
        diver > scuba diver
        newspaper ~ crossword puzzle
        magazine > comic book
        toilet > toilet seat
        bath > bathtub, wooden tub
        bathtub = tub
        basket > shopping basket, hamper
        candle = candlelight
        balloon = hot air balloon
        """

    private static let animals = """
        animal = creature, wildlife, fauna
        animal > mammal, bird, fish, sea animal, reptile, amphibian, insect, spider, pet, farm animal, butterfly
        mammal > dog, cat, big cat, bear, monkey, rabbit, horse, cow, sheep, elephant, goat, pig, deer, fox, wolf, mouse
        mammal > squirrel, hedgehog, bat, kangaroo, koala, panda, giraffe, zebra, hippopotamus, rhinoceros, camel, donkey
        mammal > rodent, whale, dolphin, seal, sea lion, otter, beaver, badger, weasel, hyena, antelope, buffalo, bison
        pet = house animal
        pet > dog, cat, hamster, guinea pig, rabbit, parrot, goldfish, budgie
        farm animal = livestock, cattle
        farm animal > cow, sheep, pig, goat, horse, chicken, duck, goose, donkey, turkey
        dog = hound, puppy, doggy, pup, canine
        dog > terrier, retriever, golden retriever, labrador, labrador retriever, spaniel, poodle, dachshund, beagle
        dog > boxer, bulldog, german shepherd, shepherd dog, sheepdog, collie, husky, siberian husky, malamute, chihuahua
        dog > pug, rottweiler, doberman, dalmatian, greyhound, setter, pointer, corgi, pinscher, schnauzer, mastiff
        dog > great dane, saint bernard, samoyed, pomeranian, chow, whippet, bloodhound, basset, maltese, shih tzu
        cat = kitten, kitty, feline, tomcat
        cat > tabby, tiger cat, siamese cat, persian cat, egyptian cat
        big cat > lion, tiger, leopard, jaguar, cheetah, puma, cougar, snow leopard, panther, lynx
        bear > brown bear, polar bear, black bear, grizzly, panda
        monkey = primate
        monkey > ape, gorilla, chimpanzee, orangutan, baboon, macaque, gibbon, lemur, marmoset, capuchin
        rabbit = bunny, hare
        rodent > mouse, rat, hamster, squirrel, chipmunk, guinea pig, beaver, marmot, porcupine
        horse = pony, foal, stallion, mare
        cow = bull, calf, ox, cattle
        sheep = lamb, ram, ewe
        pig = boar, hog, piglet
        deer > elk, moose, reindeer, roe
        fox > red fox, arctic fox
        bird > eagle, owl, hawk, falcon, vulture, parrot, duck, goose, swan, gull, pigeon, sparrow, robin, crow, raven
        bird > magpie, jay, finch, stork, heron, crane, flamingo, pelican, penguin, ostrich, peacock, chicken, hen, rooster
        bird > turkey, woodpecker, hummingbird, kingfisher, swallow, blackbird, tit, budgie, cockatoo, toucan, quail
        gull = seagull
        pigeon = dove
        chicken = hen, rooster, cock
        fish > goldfish, shark, ray, trout, salmon, tuna, eel, carp, pike, puffer, sturgeon
        sea animal = marine animal, marine life, sea creature
        sea animal > whale, dolphin, seal, sea lion, jellyfish, octopus, squid, starfish, crab, lobster, coral, sea urchin
        sea animal > shark, ray, turtle, sea turtle, seahorse, shrimp, snail, orca
        reptile > snake, lizard, turtle, tortoise, crocodile, alligator, gecko, iguana, chameleon
        amphibian > frog, toad, salamander, newt
        insect = bug
        insect > bee, wasp, ant, fly, butterfly, moth, beetle, ladybug, dragonfly, grasshopper, cricket, mosquito, cicada
        ladybug = ladybird
        butterfly > monarch, admiral, swallowtail
        butterfly ~ moth
        spider = arachnid
        spider > tarantula, garden spider, black widow
        spider ~ spider web
        """

    private static let plants = """
        nature > plant, forest, mountain, sea, lake, river, waterfall, beach, desert, field, meadow, sky, snow, sunset
        nature > garden, park, valley, hill, cliff, island, cave, canyon, glacier, volcano, tree, flower, landscape, countryside
        plant = vegetation, greenery, flora
        plant > tree, flower, bush, grass, fern, moss, cactus, leaf, houseplant, palm, mushroom
        tree > oak, palm, pine, fir, birch, maple, willow, beech, apple tree, christmas tree
        palm = palm tree
        flower = blossom, bloom
        flower > rose, tulip, daisy, sunflower, lily, orchid, dandelion, poppy, lavender, iris, bouquet
        mushroom = fungus, toadstool
        bush = shrub, hedge
        """

    private static let landscape = """
        landscape = scenery, view, outdoor
        outdoor = outside
        outdoor > forest, mountain, beach, sea, lake, river, field, desert, sky, snow, sunset, garden, street, road
        outdoor > waterfall, sports field, countryside, landscape, park, valley
        landscape > mountain, valley, field, coast, desert, canyon, hill, sunset, lake, waterfall
        indoor = inside, interior
        indoor > bedroom, bathroom, kitchen, living room, dining room, office, library, theater, room
        water > sea, lake, river, waterfall, pond, pool, stream, wave, fountain
        beach = seashore, seaside, shore, strand, sandbar, seacoast
        beach ~ sea, coast, sand, seascape
        sea = ocean, seascape
        sea ~ beach, coast, wave
        coast = coastline, shoreline
        coast ~ cliff, seashore, sea
        lake = lakeside, lakeshore, reservoir
        lake ~ pond
        river = stream, creek, brook
        waterfall = cascade, fall
        mountain = mount, peak, alp, alps, summit, highland
        mountain > volcano
        mountain ~ hill, valley, cliff
        forest = wood, woods, woodland, jungle, rainforest
        forest ~ tree
        field = meadow, farmland, pasture, prairie, grassland
        field ~ countryside
        desert = dune, sand dune
        desert ~ sand
        garden = yard, backyard
        garden ~ park
        park = playground
        island = atoll
        """

    private static let weather = """
        weather > rain, snow, fog, storm, cloudy, sunny, rainbow, lightning
        sunset = sundown, dusk, evening, twilight
        sunset ~ sunrise
        sunrise = dawn, daybreak, morning
        sunrise ~ sunset
        sunny = sunshine, shine
        cloudy = cloud, overcast
        cloudy ~ sky
        sky ~ cloud, cloudy, blue sky
        rain = rainy, drizzle, shower
        rain ~ puddle
        snow = snowy, winter
        snow ~ ice, frost, snowman
        fog = foggy, mist, misty, haze
        storm = thunderstorm, thunder, stormy
        storm ~ lightning
        night = nighttime, dark sky, midnight
        season > spring, summer, autumn, winter
        autumn = fall
        """

    private static let people = """
        person = human, people, somebody, face
        person > man, woman, child, baby, boy, girl, bride, groom, crowd, group, family, selfie, portrait, player
        child = kid
        child > boy, girl, baby, toddler
        baby = infant, newborn
        man = guy, gentleman, male
        woman = lady, female
        portrait ~ selfie
        family > parent, mother, father, grandmother, grandfather
        mother = mum, mom
        father = dad
        wedding ~ bride, groom
        sport = sports, athletics
        sport > football, soccer, tennis, basketball, baseball, volleyball, golf, ski, swimming, running, cycling, climbing
        sport > hockey, rugby, surfing, skating, horse riding, gymnastics, sports field
        sports field = stadium, pitch, football field, baseball field, playing field
        football = soccer
        ski = skiing
        """

    private static let food = """
        food = meal, dish, cuisine
        food > fruit, vegetable, pizza, ice cream, packaged food, bread, cake, meat, cheese, soup, salad, pasta, sandwich
        food > hamburger, hot dog, sushi, rice, egg, chocolate, dessert, breakfast, lunch, dinner, snack, candy, cookie
        food > burrito, taco, noodle, french fries, pancake, waffle, bagel, pretzel, guacamole, meat loaf, steak
        drink = beverage
        drink > coffee, tea, wine, beer, juice, water bottle, milk, cocktail, espresso, lemonade
        fruit > apple, banana, orange, lemon, lime, pear, peach, grape, strawberry, cherry, pineapple, mango, kiwi, melon
        fruit > watermelon, plum, fig, pomegranate, raspberry, blueberry, coconut, granny smith, nectarine, apricot, avocado
        fruit > grapefruit, mandarin, papaya, passion fruit, satsumas
        mandarin = tangerine, clementine, satsuma
        vegetable > tomato, potato, carrot, cucumber, pepper, onion, garlic, cabbage, broccoli, cauliflower, lettuce, spinach
        vegetable > zucchini, eggplant, pumpkin, corn, bean, pea, mushroom, asparagus, artichoke, leek, beetroot, ginger
        zucchini = courgette
        eggplant = aubergine
        pizza = calzone
        ice cream = gelato, sorbet, ice lolly, popsicle
        dessert > cake, ice cream, pie, pudding, trifle, cookie, tiramisu
        hamburger = cheeseburger, burger
        packaged food = grocery, groceries
        packaged food > milk carton, yoghurt, juice carton, cereal
        yoghurt = yogurt
        """

    private static let vehicles = """
        vehicle = transport
        vehicle > car, truck, bus, train, airplane, boat, bicycle, motorcycle, tram, van, tractor, helicopter, scooter
        vehicle > taxi, ambulance, fire engine, police car, trolleybus, submarine, rocket, balloon, wagon, cart
        car = automobile, auto
        car > sports car, convertible, limousine, jeep, minivan, taxi, police car, race car, beach wagon, cab, racer
        taxi = cab
        race car = racer, racing car
        truck = lorry
        truck > pickup, fire engine, garbage truck, trailer truck, tow truck, moving van
        bus = coach
        bus > minibus, school bus, trolleybus
        train = railway, locomotive, rail
        train > subway, tram, bullet train, steam locomotive, freight car
        subway = metro, underground
        tram = streetcar
        airplane = plane, aeroplane, aircraft, airliner, jet
        airplane ~ airport
        boat = ship, watercraft, vessel
        boat > sailboat, ferry, canoe, kayak, yacht, gondola, speedboat, catamaran, liner, container ship, lifeboat, fireboat
        sailboat = sailing boat, yacht, schooner
        boat ~ harbor
        bicycle = bike, cycle
        bicycle > mountain bike, tandem bicycle
        motorcycle = motorbike, moped
        scooter = motor scooter
        """

    private static let buildings = """
        building = architecture, edifice
        building > house, church, tower, castle, skyscraper, palace, temple, mosque, barn, school, hotel, museum, library
        building > theater, lighthouse, monastery, stadium, greenhouse, hospital, factory, shop, restaurant, bridge
        house = home, cottage, villa, cabin, bungalow
        skyscraper = high rise
        church = cathedral, chapel
        bridge = viaduct
        bridge > suspension bridge, steel arch bridge, footbridge
        city = town, downtown, urban, cityscape
        city > street, skyscraper, square, alley
        street = avenue, alley, boulevard
        street ~ road, city
        road = highway, motorway, freeway, lane
        road ~ street
        room > bedroom, bathroom, kitchen, living room, dining room, office, classroom
        bathroom = bath, restroom, toilet
        kitchen ~ stove, oven, refrigerator
        living room = lounge, sitting room
        dining room = dining table
        bedroom ~ bed
        office = workplace, workspace
        office ~ desk
        library ~ book, bookcase, bookshelf
        bookcase = bookshelf
        theater = theatre, cinema, stage, auditorium
        harbor = harbour, port, dock, marina
        shop = store, supermarket, market
        """

    private static let things = """
        book = novel, paperback
        book > comic book, notebook, textbook
        book ~ library
        electronics = device, gadget
        electronics > computer, phone, camera, television, tablet, headphones, printer, radio, speaker, keyboard, monitor
        computer = pc
        computer > laptop, desktop computer, notebook computer, keyboard, monitor, screen, mouse pad
        phone = telephone, mobile, mobile phone, cellphone, smartphone, cellular telephone, iphone
        television = tv
        clothing = clothes, garment, apparel, outfit, fashion
        clothing > shirt, t-shirt, trousers, dress, skirt, jacket, coat, jeans, hat, sweater, suit, sock, glove, scarf, shoe
        clothing > swimsuit, bikini, pajama, tie, hoodie, blouse, shorts, longsleeve, outwear
        trousers = pants
        shoe = footwear
        shoe > boot, sandal, sneaker, running shoe, high heel, slipper, loafer, clog
        hat > cap, cowboy hat, sombrero, bonnet
        bottle > wine bottle, beer bottle, water bottle, pop bottle
        cup = mug, glass
        cup > coffee mug, teacup, wine glass, goblet, beer glass
        furniture > chair, table, sofa, bed, desk, lamp, bookcase, wardrobe, cupboard
        chair = seat, stool, armchair
        chair > rocking chair, folding chair, bench
        sofa = couch
        lamp = light, lantern, lampshade
        lamp > table lamp, candle, chandelier, street lamp
        watch = wristwatch
        watch > digital watch, stopwatch
        watch ~ clock
        clock > wall clock, analog clock, alarm clock, watch
        umbrella = parasol
        toy = plaything
        toy > doll, teddy bear, lego, puzzle, plush
        teddy bear = teddy
        game = board game
        game > chess, playing card, card game, dice, domino, puzzle, video game, jigsaw puzzle
        ball > football, basketball, tennis ball, baseball, golf ball, volleyball, soccer ball, rugby ball
        coin = money
        money > coin, banknote
        musical instrument = music, instrument
        musical instrument > guitar, piano, violin, drum, flute, trumpet, saxophone, cello, harp, accordion, harmonica
        guitar > electric guitar, acoustic guitar
        tool > hammer, screwdriver, saw, wrench, drill
        party = celebration
        party > birthday, wedding
        christmas = xmas
        art > painting, drawing, sculpture, statue, graffiti, mural
        statue = sculpture
        """

    private static let pictures = """
        document = paper, text, letter, receipt, invoice
        document ~ scan
        screenshot = screen capture, screen shot
        panorama = panoramic
        blurred = blurry, blur, unsharp
        dark = underexposed
        barcode = bar code
        barcode > qr code, isbn
        gray = grey, monochrome
        """
}

extension ThesaurusTable {
    /// Words of the table that are also camera names.
    static let cameras: Set<String> = ["iphone"]

    /// Tags of several words that are not a kind of their last word.
    static let misleading: Set<String> = [
        "hot dog", "teddy bear", "sea lion", "sea horse", "guinea pig", "big cat", "horse chestnut", "prairie dog",
        "fire engine", "search engine", "mouse pad", "sea cucumber", "christmas tree", "bird house", "computer mouse",
        "stuffed animal", "water bottle", "toy car", "toy train", "model train", "garden spider", "black widow",
        "shoe tree", "playing card", "football field", "beach wagon", "butter fly", "wine glass", "beer glass",
        "opera house", "boat house", "tree house", "dog house", "ice bear", "gummy bear", "cat fish", "cat bear",
        "jelly fish", "star fish", "coffee table", "dining table", "pool table", "sea urchin", "spider monkey",
        "lens cap", "custard apple", "home theater", "traffic light", "punching bag", "sleeping bag", "hen of the wood",
        "jack o lantern", "space bar", "window screen", "fire screen", "knee pad", "bottle nipple", "hair slide",
        "spider web", "street sign", "hot pot", "oil filter", "disk brake", "bow weapon", "plate rack",
        "academic gown", "book jacket", "cassette player", "cd player", "construction crane", "dutch oven",
        "magnifying glass", "petri dish", "prairie chicken", "solar dish", "tape player", "toilet paper", "toilet seat",
    ]
}

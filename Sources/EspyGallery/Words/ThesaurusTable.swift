/// Everyday words for what is on photos, in their basic form. Each line says of its first word, what it
/// `=` is also called, `~` is often found with, or `>` what kinds of it there are.
enum ThesaurusTable {
    static let lines = animals + plants + landscape + weather + people + food + vehicles + buildings + things + pictures

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
        library = bookshelf, bookcase
        library ~ book
        theater = theatre, cinema, stage, auditorium
        harbor = harbour, port, dock, marina
        shop = store, supermarket, market
        """

    private static let things = """
        book = novel, paperback
        book > comic book, notebook, textbook
        book ~ library, bookshelf
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
        hat > cap, cowboy hat, helmet, sombrero, bonnet
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
    /// Tags of several words that are no kind of what their last word says.
    static let misleading: Set<String> = [
        "hot dog", "teddy bear", "sea lion", "sea horse", "guinea pig", "big cat", "horse chestnut", "prairie dog",
        "fire engine", "search engine", "mouse pad", "sea cucumber", "christmas tree", "bird house", "computer mouse",
        "stuffed animal", "water bottle", "toy car", "toy train", "model train", "garden spider", "black widow",
        "shoe tree", "playing card", "football field", "beach wagon", "butter fly", "wine glass", "beer glass",
        "opera house", "boat house", "tree house", "dog house", "ice bear", "gummy bear", "cat fish", "cat bear",
        "jelly fish", "star fish", "coffee table", "dining table", "pool table", "sea urchin", "spider monkey",
        "lens cap", "custard apple", "home theater", "traffic light", "punching bag", "sleeping bag", "hen of the wood",
        "jack o lantern",
    ]
}

"""Which tags the kinds of ImageNet get beside their own names, chosen by hand. The words are those that Espy uses
elsewhere: its tagger, its names for the kinds of COCO, its thesaurus.

For each category, lines of `tag < wider tags: sets of WordNet whose members have it`. A set is called by its first word
where another set has the same word, too, and by its number where that is not enough."""

TAGS = {
    "animals": """
animal: animal
dog < animal: dog
terrier < dog: terrier, toy terrier
retriever < dog: retriever
spaniel < dog: spaniel, toy spaniel
setter < dog: setter
poodle < dog: poodle
schnauzer < dog: schnauzer
corgi < dog: corgi
sheepdog < dog: shepherd dog
cat < animal: domestic cat
big cat < animal: big cat, wildcat
bear < animal: 02131653, giant panda
wolf < animal: wolf
fox < animal: fox
primate < animal: primate
monkey < primate: monkey
ape < primate: ape
elephant < animal: elephant, tusker
horse < animal: sorrel
cow < animal: ox
sheep < animal: ram, bighorn
pig < animal: swine
antelope < animal: antelope
rabbit < animal: leporid
rodent < animal: rodent
bird < animal: bird
chicken < bird: cock, hen
duck < bird: duck
parrot < bird: parrot
heron < bird: heron
stork < bird: stork
fish < animal: 02512053
shark < fish: shark
reptile < animal: reptile
snake < reptile: snake
lizard < reptile: lizard
turtle < reptile: turtle
crocodile < reptile: crocodilian reptile
amphibian < animal: 01627424
frog < amphibian: frog
salamander < amphibian: salamander
insect < animal: insect
butterfly < insect: butterfly
beetle < insect: beetle
spider < animal: spider
crab < animal: crab, hermit crab
lobster < animal: lobster
whale < sea animal: whale
sea animal < animal: aquatic mammal, shark, ray, coelenterate, echinoderm, crab, lobster, hermit crab, sea slug, chiton
sea animal < animal: chambered nautilus, conch, sea turtle, sea snake, rock beauty, anemone fish, lionfish, puffer
""",
    "people": """
people: person
person < people: person
""",
    "nature": """
nature: geological formation, fungus, 00017222
landscape < nature: geological formation
mountain < landscape: mountain
lake < landscape, water: lakeside
sea < landscape, water: seashore, sandbar, promontory, coral reef, breakwater
beach < landscape: seashore, sandbar
water < nature: geyser, dam, fountain, pier, dock
plant < nature: 00017222, acorn, hip, buckeye
flower < plant: flower, rapeseed
mushroom < plant: fungus
field < landscape: rapeseed, hay
""",
    "food": """
food: 07555863, 00021265, produce
fruit < food: edible fruit
apple < fruit: apple
vegetable < food: vegetable, 12144580, ear
squash < vegetable: squash
corn < vegetable: 12144580, ear
bread < food: bread
dessert < food: dessert
ice cream < dessert: ice cream, ice lolly
drink: beverage
""",
    "vehicles": """
vehicle: vehicle, public transport, farm machine, streetcar
car < vehicle: motorcar, car wheel, car mirror, grille
truck < vehicle: truck
bus < vehicle: bus
bicycle < vehicle: bicycle
motorcycle < vehicle: motorcycle, motor scooter
train < vehicle: locomotive, railroad train, railcar
airplane < vehicle: heavier-than-air craft, wing
boat < vehicle: watercraft
sailboat < boat: sailboat, schooner, yawl
""",
    "places": """
outdoor: geological formation, bridge, pier, breakwater, dam, fountain, dock, lighthouse, barn, castle, triumphal arch
outdoor: obelisk, megalith, water tower, patio, totem pole, street sign, traffic light, parking meter, manhole cover
outdoor: maze, mountain tent, picket fence, worm fence, chainlink fence, stone wall, park bench, rapeseed, hay
indoor: restaurant, library, cinema, stage, theater curtain, bathtub, shower curtain, toilet seat, home theater
bathroom < indoor: bathtub, shower curtain, toilet seat
theater < indoor: cinema, stage, theater curtain
library < indoor: library
street < outdoor: street sign, traffic light, parking meter, manhole cover
shop: shop, grocery store, bakery
""",
    "buildings": """
building: building, bridge, tower, castle, roof, dwelling, triumphal arch, obelisk, water tower, prison, lumbermill
building: mobile home
bridge < building, outdoor: bridge
house < building: yurt, cliff dwelling, mobile home
""",
    "objects": """
furniture: furniture
chair < furniture: chair
bench < furniture: bench
bed < furniture: bed
couch < furniture: studio couch
table < furniture: 04379243, 04379964
lamp: 03636248, 03636649, lampshade
clothing: clothing, 03380867, 03045698
shoe < clothing: 03380867
hat < clothing: hat
helmet < clothing: 03513137
swimsuit < clothing: swimsuit, 03710637
tie < clothing: necktie
skirt < clothing: skirt
sunglasses: sunglasses, sunglass
electronics: electronic equipment, electronic device, home appliance, computer, television, camera, hard disc
electronics: remote control, wireless, loudspeaker, microphone, joystick, projector, home theater, cassette, electric fan, stove
electronics: hand blower
computer < electronics: computer, computer keyboard, computer mouse, 03782006, CRT screen
laptop < computer: laptop, notebook
phone < electronics: telephone
television < electronics: television, home theater
camera < electronics: camera
clock: clock
watch: watch, stopwatch
musical instrument: musical instrument
guitar < musical instrument: guitar
piano < musical instrument: piano
kitchenware: cooking utensil, kitchen utensil, tableware, crockery, drinking glass, mug, pitcher, ladle, opener, shaker
kitchenware: Dutch oven, measuring cup, strainer, water jug, whiskey jug, cleaver, tray, 07930864, wooden spoon, plate rack
cup < kitchenware: 07930864, mug
bowl < kitchenware: bowl
bottle: bottle
bag: bag
book: comic book, book jacket
tool: tool
weapon: weapon
toy: plaything, jigsaw puzzle, pinwheel
game: puzzle, pool table
fence: fence
""",
    "sport": """
sport: 02778669, sports equipment, ski, racket, puck, scoreboard, bobsled, football helmet, scuba diver, ballplayer
sport: snorkel, punching bag
ball < sport: 02778669
""",
}

# True according to WordNet but not visible in photos: tags that an ImageNet class does not get.
NOT = {
    "building": "home theater",
    "vehicle": "shopping cart, barrow, missile",
    "electronics": "slide rule, web site, sewing machine, smoothing iron, Dutch oven",
    "computer": "slide rule, web site",
    "clothing": "seat belt, wig",
    "bag": "sleeping bag",
    "ball": "punching bag",
    "sport": "golfcart",
    "table": "pool table",
    "bottle": "water jug, whiskey jug",
    "food": "menu, hay, 07930864, red wine, espresso, eggnog",
    "drink": "07930864",
    "tool": "can opener, corkscrew, cleaver, letter opener, paintbrush",
    "truck": "minivan",
    "wolf": "coyote",
    "kitchenware": "Petri dish",
}

# Lists that kinds belong to, where that is not the list of their narrowest tag.
CATEGORIES = {
    "objects": "traffic light, parking meter, street sign, manhole cover, bathtub, shower curtain, toilet seat, "
               "totem pole, mountain tent, theater curtain",
    "places": "dam, dock, fountain, pier, breakwater",
}

# Other names: those that people search for, and one for each of two kinds that WordNet calls the same.
NAMES = """
cock: rooster; water ouzel: dipper; kite: kite bird; great grey owl: great gray owl; African grey: african gray parrot
drake: drake duck; 02012849: crane; hammerhead: hammerhead shark; loggerhead: loggerhead turtle
diamondback: diamondback rattlesnake; sidewinder: sidewinder snake; black widow: black widow spider
admiral: admiral butterfly; ringlet: ringlet butterfly; monarch: monarch butterfly; lycaenid: lycaenid butterfly
walking stick: stick insect; grey whale: gray whale; killer whale: orca; grey fox: gray fox; timber wolf: gray wolf
Maltese dog: maltese; Pekinese: pekingese; papillon: papillon dog; basset: basset hound; bluetick: bluetick coonhound
Walker hound: walker foxhound; redbone: redbone coonhound; Airedale: airedale terrier; cairn: cairn terrier
Dandie Dinmont: dandie dinmont terrier; Boston bull: boston terrier; Scotch terrier: scottish terrier
Lhasa: lhasa apso; clumber: clumber spaniel; English springer: english springer spaniel; kelpie: kelpie dog
German short-haired pointer: german shorthaired pointer; boxer: boxer dog; bull mastiff: bullmastiff
Leonberg: leonberger; Newfoundland: newfoundland dog; chow: chow chow; Brabancon griffon: brussels griffon
Pembroke: pembroke corgi; 02113186: cardigan corgi; Mexican hairless: mexican hairless dog; tabby: tabby cat
cougar: puma; ice bear: polar bear; American black bear: black bear; sorrel: sorrel horse; hog: pig
Arabian camel: camel; bighorn: bighorn sheep; Angora: angora rabbit; 02412080: ram; black-footed ferret: ferret
wood rabbit: cottontail rabbit; titi: titi monkey; guenon: guenon monkey; patas: patas monkey; colobus: colobus monkey
capuchin: capuchin monkey; Madagascar cat: lemur; indri: indri lemur; lesser panda: red panda; anemone fish: clownfish
02704792: amphibious vehicle; coho: salmon; puffer: pufferfish; barracouta: snoek; sulphur-crested cockatoo: cockatoo; ashcan: trash can
barrow: wheelbarrow; beach wagon: station wagon; beacon: lighthouse; bearskin: bearskin hat
bicycle-built-for-two: tandem bicycle; bow: bow weapon; brass: memorial plaque; cab: taxi; caldron: cauldron
carpenter's kit: tool kit; cellular telephone: mobile phone; chime: wind chime; clog: clog shoe; coil: spiral coil
computer keyboard: keyboard; confectionery: candy store; convertible: convertible car; 03126707: construction crane
cuirass: cuirass armor; ear: ear of corn; file: filing cabinet; French loaf: baguette; gasmask: gas mask
golfcart: golf cart; groom: bridegroom; hand blower: hair dryer; hard disc: hard disk; hip: rose hip; hotdog: hot dog
head cabbage: cabbage; iron: smoothing iron; jean: jeans; jersey: t-shirt; jinrikisha: rickshaw; liner: ocean liner
Loafer: loafer shoe; loupe: magnifying glass; magnetic compass: compass; 03710637: maillot
03710721: one-piece swimsuit; 04008634: projectile; Model T: vintage car; mouse: computer mouse; nipple: bottle nipple
notebook: notebook computer; organ: pipe organ; orange: orange fruit; passenger car: railway carriage
pay-phone: pay phone; pick: plectrum; pickup: pickup truck; pirate: pirate ship; plane: carpenter's plane
plate: plate of food; pot: flowerpot; purse: handbag; racer: race car; recreational vehicle: camper van; rule: ruler
sax: saxophone; scale: weighing scale; screen: computer screen; ski: skis; slot: slot machine; stole: stole scarf
streetcar: tram; studio couch: couch; sunglass: sunglass lens; swab: mop; switch: light switch; tank: army tank
teddy: teddy bear; toilet tissue: toilet paper; tub: wooden tub; upright: upright piano; vacuum: vacuum cleaner
ballplayer: baseball player; washbasin: sink; washer: washing machine; web site: website; wing: airplane wing
wreck: shipwreck; buckeye: horse chestnut; yellow lady's slipper: lady's slipper orchid; 12144580: corn cob
pajama: pajamas; Granny Smith: granny smith apple; mountain tent: tent; cassette: cassette tape
"""

"""Whole collections that nothing is learned from or chosen on: photos of strangers, by which the card says how well
the tagger does away from the collections it knows.

Of each kind of photo one that other collections show as well, or nothing could be said of it.
"""

HELD_OUT = (
    "MachineLearning2020/Homework3-PACS",  # animals, houses, people, drawings
    "yahyasarhan22/comparative-study-of-image-classification",  # bears, bicycles, cars, reptiles
    "fei123ilike/Bag-of-Words-for-Scene-Classification",  # forests, mountains, bedrooms
    "Oldpel/flower_photos",
    "sumit2011/underwater-object-detection",
    "nandithanabiilahp/cpfood",
    "supriya357/sunrise-sunset-classifier",
    "hasanrza888/car_Detection",
    "BrunoIannone/LABIAGI_grapesdetector",
    "cselabfu/appletron2",
    "aizadaaskar/dl-homework",  # musical instruments
    "24Zen/image-detection-books",
    "PrahasHegde/ToyDetection",
    "facebookresearch/AnimatedDrawings",
    "dkahle/ggmap",
    "Acode-Foundation/Acode",
    "Antimatter543/mood-tracker",
    "Amal-Emad/JordinianCoinsDetection",
    # Of none of the tags:
    "GyupaRupa/DeterminePill",
    "kolodzima/Seeds_Dataset",
    "MFarooqRajput/wood-log-detection",
    "tomsains/SegMush",
    "BESSTSU/bolt_counter",
    "h-gr/bubble-detection",
    "jasleenkaur/Brick-Counting",
    # Boxed things:
    "Gabe-o/Detecting-Geese-Yolov8",
    "urielFamien95/RESNET_101",  # boats
    "Alobster49/KuihCaloriesEstimation",
    "risingmin/embryo_model_train",
    "supertigim/elevator_buttons_recognition",
    "vmMachineLearning/brick-detection-and-counting",
)

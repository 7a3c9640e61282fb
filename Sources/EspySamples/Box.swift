import EspyImage

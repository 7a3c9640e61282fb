import EspyInference
import Testing

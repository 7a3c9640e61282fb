import EspyStore
import Testing

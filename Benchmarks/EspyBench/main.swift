import Espy

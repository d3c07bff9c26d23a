// The product that adds the machine is there beside the engine.
import INSTANCE

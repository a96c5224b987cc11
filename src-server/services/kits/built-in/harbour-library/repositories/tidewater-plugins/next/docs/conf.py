project = "Tidewater Plugins"
author = "The harbour of Holmsund"

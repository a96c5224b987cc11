project = "Tidewater"
author = "The harbour of Holmsund"

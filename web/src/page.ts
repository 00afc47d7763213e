// The page that has its search in it.

import { show } from "./view";

show(document.getElementById("search")!.textContent!, document.getElementById("player")!);

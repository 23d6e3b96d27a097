import "./style/tokens.css";
import "./style/base.css";
import "./style/shell.css";
import { render } from "preact";

const place = document.getElementById("app");
place?.replaceChildren();
if (place !== null) render(<h1>Parley</h1>, place);

import { render } from "preact";

render(<p>Parley</p>, document.body);

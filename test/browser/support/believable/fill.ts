// Fills the organization of a running server: node test/browser/support/believable/fill.ts URL EMAIL KEY
import { Person } from "../../../process/support/person.ts";
import { fillHarbour } from "./harbour.ts";

const [url = "", email = "", key = ""] = process.argv.slice(2);
const owner = new Person(url, email, key);
const { user_id } = await owner.ok(owner.get("/users/me"));
await fillHarbour(new Person(url, email, key, user_id));

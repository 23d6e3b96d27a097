// A bot in a few lines, as a user of zulip-js writes it: prints each event of the named types, until it is ended.
import zulip from "zulip-js";

const [zuliprc = "", ...types] = process.argv.slice(2);
const client = await zulip({ zuliprc });
await client.callOnEachEvent((event) => console.log(JSON.stringify(event)), types);

// A short bot, as a zulip-js user writes it: prints each event of the given types until it is stopped.
import zulip from "zulip-js";

const [zuliprc = "", ...types] = process.argv.slice(2);
const client = await zulip({ zuliprc });
await client.callOnEachEvent((event) => console.log(JSON.stringify(event)), types);

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Person } from "../../process/support/person.ts";
import { exportMembers, received, zulipExport, zulipMessage } from "../../support/zulip-export.ts";
import { fullArchive } from "./archive/full-archive.ts";
import type { Size } from "./archive/ids.ts";
import { emailOf, keyOf } from "./archive/people-rows.ts";

/** A file to import, and the users who can call the API afterwards, with their keys. */
export interface Source {
  readonly name: string;
  write(folder: string): Promise<string>;
  people(url: string): Promise<readonly (readonly [email: string, key: string])[]>;
}

const SMALL: Size = { people: 10, channels: 6, messages: 300, uploads: 9 };
const LARGE: Size = { people: 60, channels: 15, messages: 3000, uploads: 60 };

/** A person of each role, and the one next to a deactivated user. */
const PEOPLE = [0, 1, 2, 3, 6, 9];

/** A complete Parley archive. */
export const parley = (isBrief: boolean): Source => ({
  name: "parley",
  async write(folder) {
    const file = join(folder, "archive.tar");
    writeFileSync(file, await fullArchive(isBrief ? SMALL : LARGE));
    return file;
  },
  people: async () => PEOPLE.map((index) => [emailOf(index), keyOf(index)] as const),
});

/** A Zulip export, which has to be converted. */
export const zulip = (): Source => ({
  name: "zulip",
  async write(folder) {
    const file = join(folder, "export.tar.gz");
    const ids = Array.from({ length: 6000 }, (_, index) => 1000 + index);
    const messages = {
      zerver_message: ids.map((id) => zulipMessage(id, { content: `text ${id} ${"of some length ".repeat(id % 20)}` })),
      zerver_usermessage: ids.flatMap((id) => [10, 11].map((user) => received(10 * id + user, user, id, id % 3))),
    };
    const members = exportMembers({ "messages-000002.json": messages });
    writeFileSync(file, Buffer.from(await (await zulipExport(members)).arrayBuffer()));
    return file;
  },
  async people(url) {
    const stranger = new Person(url, "", "");
    const enter = async (username: string) => {
      const { api_key } = await stranger.ok(stranger.post("/dev_fetch_api_key", { username }));
      return [username, api_key as string] as const;
    };
    return Promise.all(["user10@example.com", "user11@example.com"].map(enter));
  },
});

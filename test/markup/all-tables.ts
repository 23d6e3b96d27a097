import type { Table } from "../support/markup.ts";
import * as blocks from "./cases/blocks.ts";
import * as code from "./cases/code.ts";
import * as emoji from "./cases/emoji.ts";
import * as inline from "./cases/inline.ts";
import * as linkifiers from "./cases/linkifiers.ts";
import * as links from "./cases/links.ts";
import * as lists from "./cases/lists.ts";
import * as math from "./cases/math.ts";
import * as names from "./cases/names.ts";
import * as previews from "./cases/previews.ts";

const groups = [blocks, code, emoji, inline, linkifiers, links, lists, math, names, previews];

export const allTables: readonly Table[] = groups.flatMap((group) => Object.values<Table>(group));

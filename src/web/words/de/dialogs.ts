import type { Words } from "../en.ts";

export const dialogs: Words["dialogs"] = {};

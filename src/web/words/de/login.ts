import type { Words } from "../en.ts";

export const login: Words["login"] = {};

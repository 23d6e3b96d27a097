import { plural } from "../format.ts";

/** Keeps the direction of a name, an address or another text from outside apart from the text around it (U+2068, U+2069). */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
/** The name of a channel with its sign, which would stand on the wrong side of a Latin name. */
export const channel = (name: string): string => isolated(`#${name}`);

export const people = (count: number): string =>
  plural(count, {
    zero: "لا أحد",
    one: "شخص واحد",
    two: "شخصان",
    few: "# أشخاص",
    many: "# شخصًا",
    other: "# شخص",
  });

/** A number of people after a preposition or a verb. */
export const ofPeople = (count: number): string =>
  plural(count, {
    zero: "# شخص",
    one: "شخص واحد",
    two: "شخصين",
    few: "# أشخاص",
    many: "# شخصًا",
    other: "# شخص",
  });

export const members = (count: number): string =>
  plural(count, {
    zero: "لا أعضاء",
    one: "عضو واحد",
    two: "عضوان",
    few: "# أعضاء",
    many: "# عضوًا",
    other: "# عضو",
  });

export const messages = (count: number): string =>
  plural(count, {
    zero: "لا رسائل",
    one: "رسالة واحدة",
    two: "رسالتان",
    few: "# رسائل",
    many: "# رسالة",
    other: "# رسالة",
  });

export const newMessages = (count: number): string =>
  plural(count, {
    zero: "لا رسائل جديدة",
    one: "رسالة جديدة",
    two: "رسالتان جديدتان",
    few: "# رسائل جديدة",
    many: "# رسالة جديدة",
    other: "# رسالة جديدة",
  });

export const channels = (count: number): string =>
  plural(count, {
    zero: "لا قنوات",
    one: "قناة واحدة",
    two: "قناتان",
    few: "# قنوات",
    many: "# قناة",
    other: "# قناة",
  });

export const files = (count: number): string =>
  plural(count, {
    zero: "لا ملفات",
    one: "ملف واحد",
    two: "ملفان",
    few: "# ملفات",
    many: "# ملفًا",
    other: "# ملف",
  });

export const characters = (count: number): string =>
  plural(count, {
    zero: "# حرف",
    one: "حرف واحد",
    two: "حرفان",
    few: "# أحرف",
    many: "# حرفًا",
    other: "# حرف",
  });

export const days = (count: number): string =>
  plural(count, { zero: "# يوم", one: "يوم واحد", two: "يومان", few: "# أيام", many: "# يومًا", other: "# يوم" });

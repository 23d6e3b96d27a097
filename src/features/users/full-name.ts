import * as v from "valibot";

const LONGEST = 100;
const SHORTEST = 2;

/** A person's name as it is shown (users-groups-org.md 4.2): it must stay readable within a mention. */
export const fullNameSchema = v.pipe(
  v.string(),
  v.trim(),
  v.check((name) => [...name].length <= LONGEST, "Name too long!"),
  v.check((name) => [...name].length >= SHORTEST, "Name too short!"),
  v.check((name) => !/[*"`>@\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(name), "Invalid characters in name!"),
  v.check((name) => !/\|\d+$/.test(name), "Invalid format!"),
);

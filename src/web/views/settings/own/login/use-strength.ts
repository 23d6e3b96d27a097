import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../../../client/client.ts";
import type { Strength } from "../../../../password-strength.ts";

/** A program of its own, which the server's pages load too; nothing tells how strong a password is until it is there. */
const PROGRAM = "/password.js";

type Program = typeof import("../../../../password-strength.ts");

/** The strength of a password for one's own account; undefined where none is entered, or the program cannot be loaded. */
export function useStrength(client: Client, password: string): Strength | undefined {
  const [program, setProgram] = useState<Program>();
  const { password_min_guesses: least, realm_name, full_name, delivery_email } = client.watch("realm", "account");
  useEffect(() => {
    // The server judges as well.
    import(PROGRAM).then(setProgram, () => {});
  }, []);
  if (password === "") return undefined;
  return program?.strengthOf(password, least, [realm_name, full_name, delivery_email]);
}

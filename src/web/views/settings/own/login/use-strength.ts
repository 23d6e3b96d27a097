import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../../../client/client.ts";
import type { Strength } from "../../../../password-strength.ts";

/** The program that rates passwords, which the server's pages load too. No strength is shown until it is loaded. */
const PROGRAM = "/password.js";

type Program = typeof import("../../../../password-strength.ts");

/** The strength of a password for the user's own account; undefined where none is entered, or the program is not loaded. */
export function useStrength(client: Client, password: string): Strength | undefined {
  const [program, setProgram] = useState<Program>();
  const { password_min_guesses: least, realm_name, full_name, delivery_email } = client.watch("realm", "account");
  useEffect(() => {
    // A failure is ignored, because the server checks the password too.
    import(PROGRAM).then(setProgram, () => {});
  }, []);
  if (password === "") return undefined;
  return program?.strengthOf(password, least, [realm_name, full_name, delivery_email]);
}

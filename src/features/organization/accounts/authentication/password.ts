import type { Config } from "../../../../config/config.ts";
import { askHasher, type HasherAsker } from "../../../../http/ask-hasher.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { passwordLimits } from "../../../../protocol/limits.ts";
import { passwordGuesses } from "../../../../util/password-guesses.ts";

type Hashing = HasherAsker & { readonly config: Pick<Config, "passwordIterations"> };

export const hashPassword = (password: string, worker: Hashing): Promise<string> =>
  askHasher(worker, (hasher) => hasher.hash(password, worker.config.passwordIterations));

export const verifyPassword = (password: string, stored: string, worker: HasherAsker): Promise<boolean> =>
  askHasher(worker, (hasher) => hasher.verify(password, stored));

/** Throws if a password is too short, too long, or easy to guess from the strings in `about`. */
export function checkPasswordStrength(password: string, about: readonly string[]): void {
  const length = [...password].length;
  if (length > passwordLimits.password_max_length) {
    throw badRequest(`password is too long (limit: ${passwordLimits.password_max_length} characters)`);
  }
  const { password_min_length: shortest, password_min_guesses: guesses } = passwordLimits;
  if (length < shortest || passwordGuesses(password, about) < guesses) throw badRequest("New password is too weak!");
}

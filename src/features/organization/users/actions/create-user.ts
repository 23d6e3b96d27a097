import * as v from "valibot";
import { action } from "../../../../endpoints/endpoint.ts";
import { text, textOf } from "../../../../endpoints/parameter.ts";
import { Role } from "../../../../protocol/roles.ts";
import { realmSettings } from "../../realm/realm-settings.ts";
import { checkPasswordStrength, hashPassword } from "../authentication/password.ts";
import { emailSchema } from "../email.ts";
import { fullNameSchema } from "../full-name.ts";
import { checkNewPerson, createAccount } from "./accounts.ts";

export const createUserEndpoint = action({
  route: "POST /users",
  // Seed 4.18: administrators, all of whom have can_create_users here.
  by: "administrator",
  params: { email: textOf(emailSchema), password: text("password"), full_name: textOf(fullNameSchema) },
  reply: { user_id: v.number() },
  plan({ realm, params: { email, password, full_name } }) {
    checkNewPerson(realm, { email, full_name });
    checkPasswordStrength(password, [full_name, email, realmSettings(realm).name]);
  },
  prepare: ({ params, ...worker }) => hashPassword(params.password, worker),
  run({ realm, params: { email, full_name }, prepared: passwordHash }) {
    const user = createAccount(realm, { delivery_email: email, full_name, role: Role.member, passwordHash });
    return { user_id: user.id };
  },
});

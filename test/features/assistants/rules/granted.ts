import { type Consent, letIn } from "../../../support/assistants.ts";
import { OWNER_PASSWORD, PASSWORD } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";
import { type Answered, Assistant } from "../mcp/assistant.ts";

/** An assistant that a user has authorized. It sends requests with its token. */
class Granted extends Assistant {
  constructor(
    account: Person,
    private readonly token: string,
    capabilities: object = {},
  ) {
    super({ ...account, key: "" } as Person, "/mcp", capabilities);
  }

  override send(method: string, params: object = {}, headers: Record<string, string> = {}): Promise<Answered> {
    return super.send(method, params, { Authorization: `Bearer ${this.token}`, ...headers });
  }
}

export async function grantedTo(
  person: Person,
  given: Consent & { readonly redirect?: string; readonly capabilities?: object } = {},
): Promise<Granted> {
  const password = person.email.startsWith("iris") ? OWNER_PASSWORD : PASSWORD;
  const { access } = await letIn(person.host, person.email, { password, ...given });
  return new Granted(person, access, given.capabilities);
}

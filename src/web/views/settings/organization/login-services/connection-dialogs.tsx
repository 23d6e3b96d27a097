import { useState } from "preact/hooks";
import { useClient } from "../../../../client/client.ts";
import { errorText, refusedField } from "../../../../parts/error-text.ts";
import { Field } from "../../../../parts/fields/field.tsx";
import { Dialog } from "../../../../parts/overlays/dialog.tsx";
import { appWords } from "../../../../words/app.ts";
import { loginServicesWords } from "../../../../words/settings/organization/login-services.ts";
import { withFreshLogin } from "../../../reauthentication/with-fresh-login.tsx";
import { useFields } from "../../../use-fields.ts";
import { type LoginConnection, PATH } from "./connection.ts";

const MIN_SECRET_LENGTH = 8;
const MAX_NAME_LENGTH = 60;

type FieldName = "name" | "issuer" | "client_id" | "client_secret";
type Errors = Partial<Record<FieldName, string>>;

/** Connects a login service with the required settings. Its page has the other settings. */
export function NewConnection({ onMade }: { readonly onMade: (id: number) => Promise<void> }) {
  const client = useClient();
  const { field, texts } = useFields({ name: "", issuer: "", client_id: "", client_secret: "" });
  const [errors, setErrors] = useState<Errors>({});
  const w = loginServicesWords();
  const input = (name: FieldName) => ({ ...field(name), error: errors[name], required: true, spellcheck: false });
  const make = async () => {
    const wrong = {
      ...(!isIssuer(texts.issuer) && { issuer: w.wrongIssuer }),
      ...(texts.client_secret.length < MIN_SECRET_LENGTH && { client_secret: w.shortSecret(MIN_SECRET_LENGTH) }),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return false;
    try {
      const made = await withFreshLogin(client, () =>
        client.api.post<{ login_connection: LoginConnection }>(PATH, texts),
      );
      if (made === undefined) return false;
      await onMade(made.login_connection.id);
      return true;
    } catch (error) {
      const name = refusedField(error);
      if (name === undefined || !(name in texts)) throw error;
      setErrors({ [name]: errorText(error) });
      return false;
    }
  };
  const isMissing = Object.values(texts).includes("");
  return (
    <Dialog title={w.rows.add} submit={w.connect} disabled={isMissing} onSubmit={make}>
      <p>{w.before}</p>
      <Field label={appWords().name} hint={w.nameHint} {...input("name")} maxLength={MAX_NAME_LENGTH} autofocus />
      <Field label={w.issuer} hint={w.issuerHint} {...input("issuer")} type="url" />
      <Field label={w.clientId} {...input("client_id")} />
      <Field
        label={w.clientSecret}
        hint={w.secretHint}
        {...input("client_secret")}
        type="password"
        autocomplete="off"
      />
    </Dialog>
  );
}

/** Services on the server's own machine need no certificate. */
const isIssuer = (text: string): boolean => /^(https:|http:\/\/localhost\b)/.test(text) && !/[?#]/.test(text);

interface SecretProps {
  readonly onSave: (secret: string) => Promise<void>;
  readonly onClose?: () => void;
}

export function ReplaceSecret({ onSave, ...rest }: SecretProps) {
  const [secret, setSecret] = useState("");
  const [error, setError] = useState<string>();
  const w = loginServicesWords();
  const save = async () => {
    try {
      await onSave(secret.trim());
      return true;
    } catch (reason) {
      setError(errorText(reason));
      return false;
    }
  };
  return (
    <Dialog
      {...rest}
      size="s"
      title={w.replaceTitle}
      submit={w.replace}
      disabled={secret.trim().length < MIN_SECRET_LENGTH}
      onSubmit={save}
    >
      <Field
        label={w.newSecret}
        hint={w.secretHint}
        type="password"
        autocomplete="off"
        value={secret}
        onInput={setSecret}
        error={error}
        autofocus
        required
      />
    </Dialog>
  );
}

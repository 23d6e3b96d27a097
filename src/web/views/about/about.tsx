import { useClient } from "../../client/client.ts";
import { words } from "../../words/words.ts";
import { PlaceBar } from "../shell/place-bar.tsx";

/** Which program this is. */
export function About() {
  const { zulip_version, zulip_feature_level } = useClient().watch("realm");
  return (
    <>
      <PlaceBar title={words().nav.about} />
      <p>
        {words().app.name} {zulip_version} · {zulip_feature_level}
      </p>
    </>
  );
}

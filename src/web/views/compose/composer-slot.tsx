import "./composer-slot.css";
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import type { Place } from "../../model/place.ts";
import { targetOf } from "./target.ts";

type Composer = ComponentType<{ readonly place: Place }>;

let composer: Composer | undefined;

/** The place of the composer, which is loaded once the page is there: what others have written comes first. */
export function ComposerSlot({ place }: { readonly place: Place }) {
  const client = useClient();
  const [, redraw] = useState({});
  useEffect(() => {
    if (composer !== undefined) return;
    import("./composer.tsx").then(
      (module) => {
        composer = module.Composer;
        redraw({});
      },
      () => undefined,
    );
  }, []);
  const Loaded = composer;
  if (Loaded !== undefined) return <Loaded place={place} />;
  return targetOf(place, client.watch().user_id) && <div class="composer-slot" />;
}

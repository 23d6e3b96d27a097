import "./service-mark.css";
import type { Offer } from "../../../model/integrations/integration.ts";
import { hueOf, initials } from "../../../parts/indicators/avatar-face.ts";
import { serviceMarks } from "./service-marks.ts";

/** Returns a number that is constant for a name. Determines the hue of services without a drawn mark. */
const sumOf = (name: string): number => [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);

/** A service's mark, which screen readers skip, because its name is next to it. */
export function ServiceMark({ offer: { name, title } }: { readonly offer: Pick<Offer, "name" | "title"> }) {
  const [hue, path] = serviceMarks[name] ?? [hueOf(sumOf(name))];
  return (
    <span class="service-mark" style={hue === undefined ? { "--vivid": 0 } : { "--hue": hue }} aria-hidden="true">
      {path === undefined ? (
        initials(title)
      ) : (
        <svg class="icon" viewBox="0 0 24 24" width={20} height={20} aria-hidden="true">
          <path d={path} />
        </svg>
      )}
    </span>
  );
}

import type { Translation } from "../../../catalog.ts";
import type { profileWords } from "../../../settings/own/profile.ts";

export const profile: Translation<typeof profileWords> = {
  rows: {
    full_name: "Name",
    picture: "Bild",
    fields: "Über dich",
    preview: "So sehen dich andere",
  },
  nameLocked: "In deiner Organisation darf niemand seinen Namen ändern.",
  pictureLocked: "In deiner Organisation darf niemand sein Bild ändern.",
  fieldLocked: "Das dürfen nur Administratoren ändern.",
  upload: "Bild hochladen",
  removePicture: "Bild entfernen",
  removePictureAsk: "Andere sehen dann deine Initialen oder deinen Gravatar.",
  noPicture: "Diese Datei ist kein Bild, das der Browser zeigen kann.",
  pictureSaved: "Dein Bild ist da.",
  pictureRemoved: "Dein Bild ist weg.",
  crop: "Was soll davon zu sehen sein?",
  cropHint: "Zieh das Bild, oder verschieb es mit den Pfeiltasten.",
  cropArea: "Bild: die Pfeiltasten verschieben es",
  zoom: "Größe",
  noChoice: "Nichts ausgewählt",
  required: "Deine Organisation bittet darum.",
  username: (service) => `Dein Name bei ${service}`,
};

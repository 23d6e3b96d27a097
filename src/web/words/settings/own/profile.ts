import { catalog } from "../../catalog.ts";

export const profileWords = catalog("profile", {
  rows: {
    full_name: "Name",
    picture: "Picture",
    fields: "About you",
    preview: "How others see you",
  },
  nameLocked: "Your organization does not let people change their names.",
  pictureLocked: "Your organization does not let people change their pictures.",
  fieldLocked: "Only administrators may change this.",
  upload: "Upload a picture",
  removePicture: "Remove picture",
  removePictureAsk: "Others see your initials or your Gravatar then.",
  noPicture: "This file is no picture that the browser can show.",
  pictureSaved: "Your picture is there.",
  pictureRemoved: "Your picture is gone.",
  crop: "What shall be seen of it?",
  cropHint: "Drag the picture, or move it with the arrow keys.",
  cropArea: "Picture: arrow keys move it",
  zoom: "Size",
  noChoice: "Nothing chosen",
  required: "Your organization asks for it.",
  username: (service: string) => `Your name at ${service}`,
});

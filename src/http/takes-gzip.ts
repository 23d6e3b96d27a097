/** Whether an Accept-Encoding names gzip, and not as what is not wanted. */
export const takesGzip = (accepted: string): boolean =>
  accepted.split(",").some((coding) => {
    const [name = "", ...parameters] = coding.split(";").map((part) => part.trim().toLowerCase());
    return name === "gzip" && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });

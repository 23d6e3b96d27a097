/** Whether an Accept-Encoding header accepts gzip (RFC 9110, 12.5.3). */
export const takesGzip = (accepted: string): boolean =>
  accepted.split(",").some((coding) => {
    const [name = "", ...parameters] = coding.split(";").map((part) => part.trim().toLowerCase());
    return name === "gzip" && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });

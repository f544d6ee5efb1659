// @ts-check
// The messages of errors.

/** Returns the message of an error. @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** Refusals and reasons in Spanish, by their English template. */
export declare const sentencesEs: Readonly<Record<string, string>>

/** Labels of the contract in Spanish, by their English text. */
export declare const labelsEs: Readonly<Record<string, string>>;

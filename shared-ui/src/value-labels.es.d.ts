/** Labels of values, statuses and steps of the contract in Spanish, by their English text. */
export declare const valueLabelsEs: Readonly<Record<string, string>>;

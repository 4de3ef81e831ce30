/** Sign-in, roles, people and their accounts. */
export declare const accessEs: Readonly<Record<string, string>>

/** What is wrong with requirements, by its English template. */
export const requirementsEs: Readonly<Record<string, string>> = {
  'Two rules are for the same agency and permit type.':
    'Hay dos reglas para la misma agencia y el mismo tipo de permiso.',
  'There is no permit type with the code {{code}}.': 'No existe un tipo de permiso con el código {{code}}.',
  'There is no condition with the code {{code}}.': 'No existe una condición con el código {{code}}.',
  'Two conditions have the code {{code}}.': 'Dos condiciones tienen el código {{code}}.',
}

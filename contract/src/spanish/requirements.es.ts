/** What is wrong with requirements and with the permit library, by its English template. */
export const requirementsEs: Readonly<Record<string, string>> = {
  'Two rules are for the same agency and permit type.':
    'Hay dos reglas para la misma agencia y el mismo tipo de permiso.',
  'Two rules are for the same agency, permit type and condition.':
    'Hay dos reglas para la misma agencia, el mismo tipo de permiso y la misma condición.',
  '{{path}}: {{name}} is not a number, so it has no range':
    '{{path}}: {{name}} no es un número, por lo que no tiene un rango',
  '{{path}}: {{name}} is a number, so it needs a range':
    '{{path}}: {{name}} es un número, por lo que necesita un rango',
  '{{path}}: there is no choice, checkbox or number {{name}} that people enter':
    '{{path}}: no hay una opción, una casilla ni un número {{name}} que escriban las personas',
  '{{path}}: {{fee}} is not a fee of this rule': '{{path}}: {{fee}} no es un cargo de esta regla',
  '{{path}}: this rule has two amounts for {{fee}}': '{{path}}: esta regla tiene dos importes para {{fee}}',
  '{{path}}: there is no number {{name}} that people enter':
    '{{path}}: no hay un número {{name}} que escriban las personas',
  '{{path}}: this rule names one of its departments twice':
    '{{path}}: esta regla tiene el departamento dos veces',
  'There is no permit type with the code {{code}}.': 'No existe un tipo de permiso con el código {{code}}.',
  'There is no document type with the code {{code}}.':
    'No existe un tipo de documento con el código {{code}}.',
  'There is no fee with the code {{code}}.': 'No existe un cargo con el código {{code}}.',
  'The document type {{code}} is retired.': 'El tipo de documento {{code}} está retirado.',
  'The details {{names}} wait for each other, so none of them would be shown.':
    'Los datos {{names}} se esperan unos a otros, por lo que no se mostraría ninguno.',
  '{{path}}: a text needs a character that can be seen': '{{path}}: un texto necesita un carácter visible',
  'Two details have the name {{name}}.': 'Dos datos se llaman {{name}}.',
  '{{path}}: there is no choice or checkbox {{name}}': '{{path}}: no hay una opción ni una casilla {{name}}',
  '{{path}}: {{value}} is not a value of {{name}}': '{{path}}: {{value}} no es un valor de {{name}}',
  'There is a field {{name}} of another kind. Choose another name.':
    'Ya existe un campo {{name}} de otra clase. Elija otro nombre.',
  'The permit changed and now also needs: {{documents}}. Reopen the package to add them.':
    'El permiso cambió y ahora también necesita: {{documents}}. Reabra el paquete para agregarlos.',
  'Enter these details first: {{names}}.': 'Complete primero estos datos: {{names}}.',
  'This permit type is issued by {{agencies}}. Choose that agency, or another permit type.':
    'Este tipo de permiso lo emite {{agencies}}. Elija esa agencia u otro tipo de permiso.',
  'Two agencies have the short code {{code}}.': 'Dos agencias tienen el código {{code}}.',
  'Two types have the code {{code}}.': 'Dos tipos tienen el código {{code}}.',
  'Two types have the name {{label}}.': 'Dos tipos se llaman {{label}}.',
  'Two fees have the code {{code}}.': 'Dos cargos tienen el código {{code}}.',
  'Two fees have the name {{label}}.': 'Dos cargos se llaman {{label}}.',
  '{{code}} cannot be removed. Retire it instead.': '{{code}} no se puede eliminar. Retírelo.',
  'Keep at least one type that is not retired.': 'Deje al menos un tipo que no esté retirado.',
  'Keep at least one fee that is not retired.': 'Deje al menos un cargo que no esté retirado.',
  'There is no condition with the code {{code}}.': 'No existe una condición con el código {{code}}.',
  'Two conditions have the code {{code}}.': 'Dos condiciones tienen el código {{code}}.',
}

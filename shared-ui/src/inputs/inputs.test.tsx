import { render, screen } from '@testing-library/react'
import * as mui from '../facades/mui.ts'
import { setLanguage } from '../i18n/language.ts'
import { screenInSpanish } from '../test-support/screen-in-spanish.ts'

const { Autocomplete, Checkbox, DayField, InputBase, OutlinedInput, Radio, Select, Switch, TextField } = mui

/**
 * Every export of the facade that renders an input. A new one must be listed here, or the first test fails.
 */
const inputs = {
  TextField: <TextField label="Title" />,
  DayField: <DayField label="Due" value="" onChange={() => undefined} />,
  InputBase: <InputBase inputProps={{ 'aria-label': 'Title' }} />,
  OutlinedInput: <OutlinedInput inputProps={{ 'aria-label': 'Title' }} />,
  Autocomplete: (
    <Autocomplete options={['one']} renderInput={(params) => <TextField {...params} label="Title" />} />
  ),
  Select: (
    <Select value="one" inputProps={{ 'aria-label': 'Title' }} native>
      <option value="one">one</option>
    </Select>
  ),
  Checkbox: <Checkbox input={{ 'aria-label': 'Title' }} />,
  Radio: <Radio input={{ 'aria-label': 'Title' }} />,
  Switch: <Switch input={{ 'aria-label': 'Title' }} />,
}

/** Exports that are named like an input but render none. */
const wordsAboutInputs = ['InputAdornment', 'InputLabel']

test('every input component of the facade is covered by these tests (specification.md 5)', () => {
  const named = Object.keys(mui).filter((name) =>
    /input|field|select|autocomplete|checkbox|radio|switch|area|slider|rating/i.test(name),
  )
  expect(named.filter((name) => !wordsAboutInputs.includes(name)).toSorted()).toEqual(
    Object.keys(inputs).toSorted(),
  )
})

test.each(Object.entries(inputs))('%s has autocomplete off (specification.md 5)', (_name, element) => {
  const { container } = render(element)
  const drawn = [...container.querySelectorAll('input, select, textarea')]
  expect(drawn.length).toBeGreaterThan(0)
  for (const input of drawn) expect(input).toHaveAttribute('autocomplete', 'off')
})

test('a select that is not native has autocomplete off in its hidden input', () => {
  const { container } = render(<Select value="" displayEmpty />)
  expect(container.querySelector('input')).toHaveAttribute('autocomplete', 'off')
})

test('a multiline text field has autocomplete off', () => {
  render(<TextField label="Note" multiline />)
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveAttribute('autocomplete', 'off')
})

test('only the passkey field offers the passkeys of the browser', () => {
  render(<TextField label="Email" passkey />)
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveAttribute('autocomplete', 'username webauthn')
})

test('the buttons of a field with suggestions are in the language of the screen', async () => {
  await screenInSpanish()
  render(inputs.Autocomplete)
  expect(screen.getByRole('button', { name: 'Abrir' })).toBeInTheDocument()
  await setLanguage('en')
})

import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Paper from '@mui/material/Paper'
import Popper from '@mui/material/Popper'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { Declaration, NoteVisibility, Reference } from '@portal/contract'
import { TextField } from '../../../inputs/TextField.tsx'
import type { TextFieldProps } from '../../../inputs/TextField.tsx'
import { mentionableQuery } from '../related/related-queries.ts'
import { fromEditor, toEditor, typedMention, withMention } from './mention-text.ts'
import type { TypedMention } from './mention-text.ts'
import { t } from '../texts.ts'

/** The note that is written: of which record, and for whom. */
export interface NoteTarget {
  declaration: Declaration
  pid: string
  visibility: NoteVisibility
}

export interface MentionFieldProps extends Pick<
  TextFieldProps,
  'label' | 'autoFocus' | 'error' | 'helperText'
> {
  target: NoteTarget
  /** The note as it is stored. */
  note: string
  onNote: (note: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** The text field of a note. Typing `@` offers the people who may read the note. */
export function MentionField({ target, note, onNote, onKeyDown, ...rest }: MentionFieldProps) {
  const { text, people } = useMemo(() => toEditor(note), [note])
  const [typed, setTyped] = useState<TypedMention | null>(null)
  const [active, setActive] = useState(0)
  const [field, setField] = useState<HTMLTextAreaElement | null>(null)
  /** Where the caret goes after a person was chosen. */
  const nextCaret = useRef<number | null>(null)
  const listId = useId()
  const found = useQuery({
    ...mentionableQuery(target, typed?.query ?? ''),
    enabled: typed !== null,
    placeholderData: keepPreviousData,
  })
  const offered = typed === null ? [] : (found.data ?? [])
  const isOpen = typed !== null && offered.length > 0
  const index = Math.min(active, offered.length - 1)

  useLayoutEffect(() => {
    if (nextCaret.current === null) return
    field?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = null
  }, [field, text])

  const lookAt = (value: string, caret: number | null) => {
    setTyped(caret === null ? null : typedMention(value, caret))
    setActive(0)
  }
  const choose = (person: Reference) => {
    if (typed === null) return
    const chosen = withMention(text, typed, person)
    nextCaret.current = chosen.caret
    onNote(fromEditor(chosen.text, new Map([...people, [person.title, person.pid]])))
    setTyped(null)
    field?.focus()
  }
  const handleKey = (event: KeyboardEvent) => {
    const person = isOpen ? offered[index] : undefined
    if (person === undefined) return onKeyDown(event)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((index + step + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(person)
    else if (event.key === 'Escape') setTyped(null)
    else return onKeyDown(event)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <TextField
        {...rest}
        multiline
        minRows={3}
        maxRows={16}
        value={text}
        inputRef={setField}
        onChange={({ target: { value, selectionStart } }) => {
          onNote(fromEditor(value, people))
          lookAt(value, selectionStart)
        }}
        onKeyDown={handleKey}
        onBlur={() => setTyped(null)}
        slotProps={{
          htmlInput: {
            'aria-autocomplete': 'list',
            ...(isOpen && {
              'aria-controls': listId,
              'aria-activedescendant': `${listId}-${index}`,
            }),
          },
        }}
      />
      <Popper open={isOpen} anchorEl={field} placement="bottom-start" sx={{ zIndex: 'tooltip' }}>
        <Paper
          elevation={4}
          sx={{ minWidth: 240, maxWidth: 'min(360px, 90vw)', overflowY: 'auto', maxHeight: 320 }}
        >
          <MenuList id={listId} role="listbox" aria-label={t('mentionList')} dense>
            {offered.map((person, place) => (
              <MenuItem
                key={person.pid}
                id={`${listId}-${place}`}
                role="option"
                tabIndex={-1}
                selected={place === index}
                aria-selected={place === index}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(person)}
              >
                <span>
                  {person.title}
                  <Typography
                    component="span"
                    sx={{ display: 'block', color: 'text.secondary', fontSize: '0.75rem' }}
                  >
                    {person.hint}
                  </Typography>
                </span>
              </MenuItem>
            ))}
          </MenuList>
        </Paper>
      </Popper>
    </>
  )
}

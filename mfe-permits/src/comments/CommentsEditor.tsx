import { disciplines, maxCorrectionLength, maxCorrections } from '@portal/contract'
import { screenOptions, useLibraryChoices, useLibraryLabels } from '@portal/shared-ui'
import {
  Alert,
  Box,
  Button,
  Checkbox,
  DayField,
  FormControlLabel,
  MenuItem,
  TextField,
  Typography,
} from '@portal/shared-ui/mui'
import { useId, useState } from 'react'
import { emptyComment, newCorrections, problemOf, withPasted } from './typed-comments.ts'
import type { TypedComment } from './typed-comments.ts'
import { t } from './texts.ts'

export interface CommentsEditorProps {
  comments: readonly TypedComment[]
  isTried: boolean
  onChange: (comments: TypedComment[]) => void
}

export interface CommentFieldsProps {
  comment: TypedComment
  problem: ReturnType<typeof problemOf>
  isFirst: boolean
  onSet: (part: Partial<TypedComment>) => void
  /** Handles a pasted text instead of the input; absent where a paste stays one comment. */
  onPaste?: (text: string) => boolean
}

const toCodes = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** The inputs of one comment. */
export function CommentFields({ comment, problem, isFirst, onSet, onPaste }: CommentFieldsProps) {
  const labels = useLibraryLabels()
  const documents = useLibraryChoices('documentTypes', comment.documents)
  return (
    <>
      <TextField
        label={t('text')}
        multiline
        maxRows={6}
        autoFocus={isFirst}
        value={comment.text}
        error={problem !== null}
        helperText={problem === null ? undefined : t(problem, { longest: maxCorrectionLength })}
        onChange={({ target }) => onSet({ text: target.value })}
        onPaste={(event) => {
          if (onPaste?.(event.clipboardData.getData('text/plain'))) event.preventDefault()
        }}
      />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr) minmax(0, 1fr)', sm: 'repeat(4, minmax(0, 1fr))' },
          gap: 2,
        }}
      >
        <TextField
          label={t('item')}
          value={comment.item}
          onChange={({ target }) => onSet({ item: target.value })}
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
        <TextField
          select
          label={t('discipline')}
          value={comment.discipline}
          onChange={({ target }) => onSet({ discipline: target.value })}
        >
          <MenuItem value="">{t('noDiscipline')}</MenuItem>
          {screenOptions(disciplines).map(({ code, label }) => (
            <MenuItem key={code} value={code}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label={t('documents')}
          value={comment.documents}
          onChange={({ target }) => onSet({ documents: toCodes(target.value) })}
          slotProps={{
            select: {
              multiple: true,
              renderValue: (value) => toCodes(value).map(labels.documentType).join(', '),
            },
          }}
        >
          {documents.map(({ code, label }) => (
            <MenuItem key={code} value={code}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <DayField label={t('dueDate')} value={comment.dueDate} onChange={(dueDate) => onSet({ dueDate })} />
      </Box>
    </>
  )
}

/** The comments of an authority, one per row. A pasted list becomes one row per comment. */
export function CommentsEditor({ comments, isTried, onChange }: CommentsEditorProps) {
  const id = useId()
  const [leftOut, setLeftOut] = useState(0)
  const set = (key: number, part: Partial<TypedComment>) =>
    onChange(comments.map((comment) => (comment.key === key ? { ...comment, ...part } : comment)))
  const paste = (key: number, text: string) => {
    const pasted = withPasted(comments, key, text)
    if (pasted === null) return false
    setLeftOut(pasted.leftOut)
    onChange(pasted.rows)
    return true
  }
  const count = newCorrections(comments).length
  return (
    <Box component="section" aria-labelledby={id}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
        <Typography id={id} component="h3" variant="h3">
          {t('comments')}
        </Typography>
        <Typography role="status" sx={{ color: 'text.secondary' }}>
          {count > 0 && t('count', { count })}
        </Typography>
      </Box>
      <Typography sx={{ color: 'text.secondary', paddingBottom: 3 }}>{t('hint')}</Typography>
      <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 5 }}>
        {comments.map((comment, index) => {
          const number = index + 1
          return (
            <Box
              component="li"
              key={comment.key}
              aria-label={t('comment', { number })}
              sx={{ display: 'grid', gap: 2 }}
            >
              <CommentFields
                comment={comment}
                problem={isTried ? problemOf(comment) : null}
                isFirst={index === 0}
                onSet={(part) => set(comment.key, part)}
                onPaste={(text) => paste(comment.key, text)}
              />
              <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 2 }}>
                <FormControlLabel
                  label={t('forClient')}
                  control={
                    <Checkbox
                      checked={comment.forClient}
                      onChange={({ target }) => set(comment.key, { forClient: target.checked })}
                    />
                  }
                />
                {comments.length > 1 && (
                  <Button
                    size="small"
                    aria-label={t('removeComment', { number })}
                    onClick={() => onChange(comments.filter(({ key }) => key !== comment.key))}
                  >
                    {t('remove')}
                  </Button>
                )}
              </Box>
            </Box>
          )
        })}
      </Box>
      {leftOut > 0 && (
        <Alert severity="warning">{t('leftOut', { count: leftOut, most: maxCorrections })}</Alert>
      )}
      {comments.length < maxCorrections && (
        <Button
          variant="outlined"
          size="small"
          sx={{ marginTop: 2 }}
          onClick={() =>
            onChange([...comments, emptyComment(Math.max(0, ...comments.map(({ key }) => key)) + 1)])
          }
        >
          {t('add')}
        </Button>
      )}
    </Box>
  )
}

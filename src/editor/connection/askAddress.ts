/** The address of a service, tried without an API key before it is taken. */
import { checkAddress } from '../../api/network/baseUrl.ts';
import { askText, back, type Answer, type Position } from '../prompts/ask.ts';
import { baseUrlSentence } from './sentences.ts';
import { tryAddress } from './tryApiKey.ts';

interface AddressQuestion extends Position {
  readonly prompt: string;
  readonly value: string;
  onType?(text: string): void;
}

/** The base URL, with `https` where only a host was typed. */
export async function askAddress(question: AddressQuestion): Promise<Answer<string>> {
  const answer = await askText({
    ...question,
    placeholder: 'https://admin.example.com',
    validate: (text) => {
      const checked = checkAddress(text);
      return checked.ok ? undefined : baseUrlSentence(checked.refusal);
    },
    check: async (text, signal) => {
      const checked = checkAddress(text);
      return checked.ok ? tryAddress(checked.baseUrl, signal) : baseUrlSentence(checked.refusal);
    },
  });
  if (answer === undefined || answer === back) return answer;
  const checked = checkAddress(answer);
  return checked.ok ? checked.baseUrl : undefined;
}

/** The function of bcrypt-pbkdf that we use. Returns -1 for invalid lengths, else 0. */
declare const bcrypt: {
  pbkdf(
    pass: Uint8Array,
    passLength: number,
    salt: Uint8Array,
    saltLength: number,
    key: Uint8Array,
    keyLength: number,
    rounds: number,
  ): number;
};
export default bcrypt;

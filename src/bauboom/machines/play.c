/* Plays random games with a library: cc -O2 play.c -L. -l{game} -o play && LD_LIBRARY_PATH=. ./play [number of games] */
#include <stdio.h>
#include <stdlib.h>
#include "{game}.h"

int main(int count, char **given) {
    static {prefix}row row;
    static int64_t rng[{PREFIX}WORDS];
    static int32_t actions[{PREFIX}LIST], weights[{PREFIX}LIST], points[{PREFIX}SEATS], totals[{PREFIX}SEATS];
    long games = count > 1 ? atol(given[1]) : 1000, steps = 0;
    for (long game = 0; game < games; game++) {
        {prefix}reseed(rng, 1, game);
        steps += {prefix}play(&row, rng, actions, weights, points, totals, 0, 1); /* a whole game, at random */
    }
    printf("{game}: %ld games, %ld actions, points by seat", games, steps);
    for (int seat = 0; seat < {players}; seat++) printf(" %d", (int)totals[seat]);
    printf("\n");

    /* and one step by step */
    int64_t turn, more = 0;
    for ({prefix}setup(&row, 0); (turn = {prefix}turn(&row)) != {PREFIX}OVER; more++) {
        int64_t action = turn == {PREFIX}CHANCE ? {prefix}sample(&row, rng, actions, weights)
                                                : {prefix}decide(&row, rng, actions);
        {prefix}apply(&row, action);
    }
    fprintf(stderr, "and one more of %d actions\n", (int)more);
    return 0;
}
